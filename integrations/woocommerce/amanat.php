<?php
/**
 * Plugin Name: Amanat for WooCommerce
 * Description: Buyers pay into a hold; the money reaches the shop once they have their goods.
 * Version: 1.0.0
 * Requires PHP: 8.0
 * Requires Plugins: woocommerce
 * License: MIT
 *
 * An order becomes an offer link with one piece, made with the shop's key (scopes links:write and deals:read). The buyer
 * is sent there, takes it and pays. Webhooks tell this plugin how the deal goes on; they are checked, and the deal itself
 * is then asked for: a message alone changes no order.
 */

if (!defined('ABSPATH')) {
    exit;
}

const AMANAT_TOLERANCE_SECONDS = 300;
const AMANAT_MOST_RUPEES = 99999;

/** What becomes of an order, by the deal's status. Others change nothing. */
const AMANAT_ORDER_STATUS = [
    'funded' => 'processing',
    'in_delivery' => 'processing',
    'released' => 'completed',
    'refunded' => 'refunded',
    'disputed' => 'on-hold',
    'settled' => 'on-hold',
    'declined' => 'cancelled',
    'withdrawn' => 'cancelled',
    'expired' => 'cancelled',
];

/** How far an order is. A message that comes late or twice must not take it back. */
const AMANAT_ORDER_RANK = [
    'pending' => 0,
    'on-hold' => 1,
    'processing' => 2,
    'cancelled' => 3,
    'completed' => 4,
    'refunded' => 4,
];

/** Standard Webhooks 1.0.0. Null unless one of the signatures is right and the message is fresh. */
function amanat_verify(string $secret, array $headers, string $body, ?int $now = null): ?array
{
    [$id, $at, $signatures] = [$headers['webhook-id'] ?? '', $headers['webhook-timestamp'] ?? '', $headers['webhook-signature'] ?? ''];
    if ($id === '' || !ctype_digit($at) || abs(($now ?? time()) - (int) $at) > AMANAT_TOLERANCE_SECONDS) {
        return null;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    // an empty secret would be a key that everybody knows
    if ($key === false || strlen($key) < 24) {
        return null;
    }
    $expected = base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
    foreach (explode(' ', $signatures) as $signature) {
        [$version, $value] = explode(',', $signature, 2) + [1 => ''];
        if ($version === 'v1' && hash_equals($expected, $value)) {
            $message = json_decode($body, true);
            return is_array($message) ? $message : null;
        }
    }
    return null;
}

/** Whether and how an order follows a deal; null where it stays as it is. */
function amanat_next_status(string $order_status, string $deal_status): ?string
{
    $next = AMANAT_ORDER_STATUS[$deal_status] ?? null;
    if ($next === null || $next === $order_status) {
        return null;
    }
    // a dispute interrupts an order that is under way, and none that is over
    if ($next === 'on-hold') {
        return in_array($order_status, ['pending', 'processing'], true) ? $next : null;
    }
    $rank = AMANAT_ORDER_RANK[$order_status] ?? 0;
    return AMANAT_ORDER_RANK[$next] > $rank ? $next : null;
}

add_filter('woocommerce_payment_gateways', fn (array $gateways): array => [...$gateways, 'WC_Gateway_Amanat']);

add_action('plugins_loaded', function (): void {
    if (!class_exists('WC_Payment_Gateway')) {
        return;
    }

    class WC_Gateway_Amanat extends WC_Payment_Gateway
    {
        public function __construct()
        {
            $this->id = 'amanat';
            $this->method_title = 'Amanat';
            $this->method_description = 'Buyers pay into a hold; you are paid once they have their goods. Webhook address: '
                . home_url('/?wc-api=amanat');
            $this->has_fields = false;
            $this->init_form_fields();
            $this->init_settings();
            $this->title = $this->get_option('title', 'Pay protected with Amanat');
            $this->description = $this->get_option('description', 'Your money is held until the goods have reached you.');
            add_action("woocommerce_update_options_payment_gateways_{$this->id}", [$this, 'process_admin_options']);
            add_action('woocommerce_api_amanat', [$this, 'receive']);
        }

        public function init_form_fields(): void
        {
            $this->form_fields = [
                'enabled' => ['title' => 'Enabled', 'type' => 'checkbox', 'default' => 'no'],
                'title' => ['title' => 'Title', 'type' => 'text', 'default' => 'Pay protected with Amanat'],
                'server' => ['title' => 'Address of the server', 'type' => 'text', 'default' => ''],
                'key' => ['title' => 'Key (links:write, deals:read)', 'type' => 'password', 'default' => ''],
                'secret' => ['title' => 'Secret of the webhook', 'type' => 'password', 'default' => ''],
            ];
        }

        /** Whole rupees alone, and no more than one deal may be. */
        public function is_available(): bool
        {
            $total = WC()->cart ? (float) WC()->cart->get_total('edit') : 0.0;
            return parent::is_available() && get_woocommerce_currency() === 'INR' && $this->is_amount($total);
        }

        private function is_amount(float $total): bool
        {
            return $total === 0.0 || ($total === floor($total) && $total >= 1 && $total <= AMANAT_MOST_RUPEES);
        }

        public function process_payment($order_id): array
        {
            $order = wc_get_order($order_id);
            $total = (float) $order->get_total();
            if ($total < 1 || !$this->is_amount($total)) {
                wc_add_notice('Amanat takes whole rupees up to 99,999.', 'error');
                return ['result' => 'failure'];
            }
            // pressed again, the same order is the same offer
            $page = (string) $order->get_meta('_amanat_page');
            if ($page === '') {
                $offer = $this->ask('POST', '/api/links', [
                    'track' => 'shopping',
                    'title' => 'Order ' . $order->get_order_number(),
                    'amount' => (int) $total,
                    'stock' => 1,
                    'per_buyer' => 1,
                    'details' => get_bloginfo('name'),
                ], 'woo-' . $order->get_order_key());
                if ($offer === null) {
                    wc_add_notice('Amanat cannot be reached. Please try again.', 'error');
                    return ['result' => 'failure'];
                }
                $page = $offer['link'];
                $order->update_meta_data('_amanat_link', $offer['id']);
                $order->update_meta_data('_amanat_page', $page);
                $order->save();
            }
            return ['result' => 'success', 'redirect' => $page];
        }

        /** /?wc-api=amanat */
        public function receive(): void
        {
            $headers = [];
            foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
                $headers[$name] = (string) ($_SERVER['HTTP_' . strtoupper(str_replace('-', '_', $name))] ?? '');
            }
            [$status] = $this->handle($headers, (string) file_get_contents('php://input'));
            status_header($status);
            exit;
        }

        /** The status to answer with. 503 has the message sent again. */
        public function handle(array $headers, string $body): array
        {
            $message = amanat_verify((string) $this->get_option('secret'), $headers, $body);
            if ($message === null) {
                return [400];
            }
            $form_pk = $message['data']['form_pk'] ?? null;
            if (!is_string($form_pk)) {
                return [204];
            }
            $deal = $this->ask('GET', '/api/deals/' . rawurlencode($form_pk));
            if ($deal === null) {
                return [503];
            }
            $order = $this->order_of($deal);
            if ($order === null) {
                return [204];
            }
            $next = amanat_next_status($order->get_status(), $deal['status']);
            if ($next === 'processing' && !$order->is_paid()) {
                $order->payment_complete($form_pk);
            } elseif ($next !== null) {
                $order->update_status($next, "Amanat: {$deal['status']}");
            }
            return [204];
        }

        /** By the offer that the deal was taken from, and for its very amount. */
        private function order_of(array $deal): ?WC_Order
        {
            $link = $deal['terms']['offer_link'] ?? '';
            if (!is_string($link) || $link === '') {
                return null;
            }
            $orders = wc_get_orders(['limit' => 1, 'meta_key' => '_amanat_link', 'meta_value' => $link]);
            $order = $orders[0] ?? null;
            $paise = $order ? (int) round(((float) $order->get_total()) * 100) : null;
            return $paise === ($deal['money']['amount_paise'] ?? 0) ? $order : null;
        }

        /** Null when the server did not answer as it should. */
        private function ask(string $method, string $path, ?array $body = null, ?string $idempotency_key = null): ?array
        {
            $headers = ['Authorization' => 'Bearer ' . $this->get_option('key'), 'Accept' => 'application/json'];
            if ($body !== null) {
                $headers['Content-Type'] = 'application/json';
            }
            if ($idempotency_key !== null) {
                $headers['Idempotency-Key'] = $idempotency_key;
            }
            $reply = wp_remote_request(untrailingslashit($this->get_option('server')) . $path, [
                'method' => $method,
                'headers' => $headers,
                'timeout' => 15,
                'redirection' => 0,
                ...($body === null ? [] : ['body' => wp_json_encode($body)]),
            ]);
            if (is_wp_error($reply)) {
                return null;
            }
            $status = wp_remote_retrieve_response_code($reply);
            $answer = json_decode(wp_remote_retrieve_body($reply), true);
            return $status >= 200 && $status < 300 && is_array($answer) ? $answer : null;
        }
    }
});
