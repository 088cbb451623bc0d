/**
 * The page of a provider's checkout. Its script is a stranger's, so it has a page of its own: with no other script beside
 * it, and with a policy that lets it load and send where the provider is, and nowhere else.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#core/contract/payments.ts'
import { fieldsOfIssues, invalid } from '#core/errors.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { escapeHtml } from '#server/lib/html.ts'
import { type CheckoutOrder, openCheckout, returnFromCheckout } from '#server/services/money/checkout.ts'
import { CHECKOUT_SCRIPTS } from './checkout-scripts.ts'

type CheckoutDependencies = Pick<AppDependencies, 'runInTransaction' | 'settings' | 'rails'>
type CheckoutRequest = FastifyRequest<{ Params: { id: string }; Querystring: { locale?: string } }>

/** The colours of the site: whoever pays where it looks otherwise wonders whom they pay. The font is for a device without Hindi. */
const STYLE =
  '@font-face{font-family:Devanagari;font-display:swap;src:local("Noto Sans Devanagari"),local("Nirmala UI"),local("Kohinoor Devanagari"),' +
  'url(/fonts/devanagari-400-v1.woff2) format("woff2");unicode-range:U+0900-097F,U+200C-200D,U+25CC}' +
  ':root{color-scheme:light dark}' +
  'body{font:1rem/1.5 Devanagari,system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#1b1642;background:#fbf8f1}' +
  'svg{display:block;width:3rem}h1{font-size:1.5rem;line-height:1.3}a{color:#2a2273}' +
  'button{font:inherit;font-weight:700;padding:.75rem 1.25rem;border:0;border-radius:.5rem;background:#f5ae2b;color:#1b1642;cursor:pointer}' +
  '@media(prefers-color-scheme:dark){body{color:#eae6fb;background:#131126}a{color:#b9b0ff}}'
const LOGO =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2a2273"/><path d="M5 16h22" stroke="#fff" stroke-width="2" stroke-linecap="round"/><circle cx="16" cy="16" r="6.5" fill="#f5ae2b" stroke="#2a2273" stroke-width="2"/><circle cx="5.5" cy="16" r="2" fill="#fff"/><circle cx="26.5" cy="16" r="2" fill="#fff"/></svg>'

function policyOf({ kind, script, sources }: CheckoutOrder['page']): string {
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

function pageOf(payInId: string, { dealId, page }: CheckoutOrder, order: OpenOrder, locale: Locale): string {
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
<p><a href="${deal}">${escapeHtml(m.checkout_back({}, { locale }))}</a></p>
</main>
<script src="${page.script}"></script>
<script>${CHECKOUT_SCRIPTS[page.kind].script}</script>
</body>
</html>
`
}

/** There is nothing to pay any more: on to the deal. */
const pageBack = (deal: string, locale: Locale): string => `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${deal}">
<title>${escapeHtml(m.checkout_back({}, { locale }))}</title>
<p><a href="${deal}">${escapeHtml(m.checkout_back({}, { locale }))}</a></p>
</html>
`

type OpenOrder = NonNullable<CheckoutOrder['order']>

const dealUrl = (dealId: string, locale: Locale): string =>
  `${locale === 'hi' ? '/hi' : ''}/deals/${encodeURIComponent(dealId)}`

export function checkoutRoutes(
  app: FastifyInstance,
  { runInTransaction, settings, rails }: CheckoutDependencies,
): void {
  const inTransaction: Parameters<typeof openCheckout>[0] = (fn) =>
    runInTransaction((tx, now) => fn({ tx, now, settings }))

  app.get(contract.checkoutPage.path, async (request: CheckoutRequest, reply) => {
    const { id } = request.params
    const locale = request.query.locale === 'hi' ? 'hi' : 'en'
    const opened = await openCheckout(inTransaction, rails, id)
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    if (!opened.order) return reply.send(pageBack(dealUrl(opened.dealId, locale), locale))
    return reply
      .header('content-security-policy', policyOf(opened.page))
      .header('referrer-policy', 'origin')
      .send(pageOf(id, opened, opened.order, locale))
  })

  app.post(contract.returnFromCheckout.path, async (request: CheckoutRequest) => {
    const body = contract.returnFromCheckout.body.safeParse(request.body)
    if (!body.success) throw invalid(fieldsOfIssues(body.error.issues))
    const signed = { paymentId: body.data.payment_id, signature: body.data.signature }
    await returnFromCheckout(inTransaction, rails, { payInId: request.params.id, signed })
    return { received: true }
  })
}
