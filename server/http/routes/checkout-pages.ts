/** The pages of a checkout: the provider's script, nothing to pay any more, and the one that says that it did not open. */
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { refusalText } from '#messages/error-text.ts'
import { escapeHtml } from '#server/lib/html.ts'
import type { CheckoutOrder, DuePayment } from '#server/services/money/checkout.ts'
import { CHECKOUT_SCRIPTS } from './checkout-scripts.ts'

/** The colours of the site: whoever pays where it looks otherwise wonders whom they pay. The font is for a device without Hindi. */
const STYLE =
  '@font-face{font-family:Devanagari;font-display:swap;src:local("Noto Sans Devanagari"),local("Nirmala UI"),local("Kohinoor Devanagari"),' +
  'url(/fonts/devanagari-400-v1.woff2) format("woff2");unicode-range:U+0900-097F,U+200C-200D,U+25CC}' +
  ':root{color-scheme:light dark}' +
  'body{font:1rem/1.5 Devanagari,system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#1b1642;background:#fbf8f1}' +
  'svg{display:block;width:3rem}h1{font-size:1.5rem;line-height:1.3}a{color:#2a2273}' +
  'button,.again{font:inherit;font-weight:700;padding:.75rem 1.25rem;border:0;border-radius:.5rem;background:#f5ae2b;color:#1b1642;cursor:pointer}' +
  '.again,.way{display:inline-block}.again{text-decoration:none}.way{padding:.625rem 0}' +
  '@media(prefers-color-scheme:dark){body{color:#eae6fb;background:#131126}.way{color:#b9b0ff}}'
const LOGO =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2a2273"/><path d="M5 16h22" stroke="#fff" stroke-width="2" stroke-linecap="round"/><circle cx="16" cy="16" r="6.5" fill="#f5ae2b" stroke="#2a2273" stroke-width="2"/><circle cx="5.5" cy="16" r="2" fill="#fff"/><circle cx="26.5" cy="16" r="2" fill="#fff"/></svg>'

export function policyOf({ kind, script, sources }: CheckoutOrder['page']): string {
  const from = sources.join(' ')
  return [
    "default-src 'none'",
    `script-src 'sha256-${CHECKOUT_SCRIPTS[kind].hash}' ${script} ${from}`,
    `style-src 'unsafe-inline' ${from}`,
    `img-src data: ${from}`,
    `font-src 'self' ${from}`,
    `frame-src ${from}`,
    `connect-src 'self' ${from}`,
    `form-action ${from}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function checkoutPage(
  payInId: string,
  { dealId, page }: CheckoutOrder,
  order: OpenOrder,
  locale: Locale,
): string {
  const deal = dealUrl(dealId, locale)
  const amount = formatPaiseShort(order.amountPaise)
  const title = m.deal_pay_open({ amount, name: order.payeeName }, { locale })
  const checkout = {
    ...{ publicKey: page.publicKey, session: order.session, amount: order.amountPaise },
    name: order.payeeName,
    ...{ deal, returned: `/api/payments/${payInId}/return` },
  }
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<body data-checkout="${escapeHtml(JSON.stringify(checkout))}">
<main>
${LOGO}
<h1>${escapeHtml(title)}</h1>
<p role="status" id="closed" data-note hidden>${escapeHtml(m.checkout_closed({}, { locale }))}</p>
<p role="status" id="paused" data-note hidden>${escapeHtml(m.checkout_paused({}, { locale }))}</p>
<p role="status" id="sent" data-note hidden>${escapeHtml(m.checkout_sent({}, { locale }))}</p>
<p><button type="button" id="pay">${escapeHtml(m.checkout_pay({ amount }, { locale }))}</button></p>
<p><a class="way" href="${deal}">${escapeHtml(m.checkout_back({}, { locale }))}</a></p>
</main>
<script src="${page.script}"></script>
<script>${CHECKOUT_SCRIPTS[page.kind].script}</script>
</body>
</html>
`
}

/** There is nothing to pay any more: on to the deal. */
export const backPage = (deal: string, locale: Locale): string => `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${deal}">
<title>${escapeHtml(m.checkout_back({}, { locale }))}</title>
<p><a href="${deal}">${escapeHtml(m.checkout_back({}, { locale }))}</a></p>
</html>
`

type OpenOrder = NonNullable<CheckoutOrder['order']>

export const dealUrl = (dealId: string, locale: Locale): string =>
  `${locale === 'hi' ? '/hi' : ''}/deals/${encodeURIComponent(dealId)}`

/** Nothing runs on it, and nothing is sent from it. */
export const FAILURE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface FailedCheckout {
  readonly payInId: string
  readonly status: number
  readonly code: string
  /** Seconds. */
  readonly retryAfter: string
  /** Null where it was not found, or could not be looked for. */
  readonly due: DuePayment | null
}

/** Where the provider or we do not answer, a program's "may still be done" would have a payer look for money that never moved. */
function whatHappened({ status, code, retryAfter, due }: FailedCheckout, locale: Locale): string {
  if (status < 500 || code === 'pay_ins_stopped') return refusalText(code, locale, retryAfter)
  return (due?.wasOpened ? m.checkout_failed_again : m.checkout_paused)({}, { locale })
}

export function failurePage(failed: FailedCheckout, locale: Locale): string {
  const { payInId, status, due } = failed
  const title = escapeHtml(m.checkout_failed({}, { locale }))
  const mayTryAgain = status >= 500 || status === 429
  const again = `/api/payments/${encodeURIComponent(payInId)}/checkout?locale=${locale}`
  const amount =
    due && escapeHtml(m.checkout_still_due({ amount: formatPaiseShort(due.amountPaise) }, { locale }))
  const way = due
    ? `<a class="way" href="${dealUrl(due.dealId, locale)}">${escapeHtml(m.checkout_back({}, { locale }))}</a>`
    : `<a class="way" href="${locale === 'hi' ? '/hi' : '/'}">${escapeHtml(m.notfound_home({}, { locale }))}</a>`
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
<body>
<main>
${LOGO}
<h1>${title}</h1>
<p>${escapeHtml(whatHappened(failed, locale))}</p>
${amount ? `<p>${amount}</p>` : ''}
${mayTryAgain ? `<p><a class="again" href="${again}">${escapeHtml(m.ui_retry({}, { locale }))}</a></p>` : ''}
<p>${way}</p>
</main>
</body>
</html>
`
}
