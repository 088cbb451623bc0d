/**
 * The page of a provider's checkout: its order is opened when its payer gets there, and asked about when they come back. A
 * payer who does not get there is a person in front of a browser, and reads a page too, not the problem of a program.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#core/contract/payments.ts'
import { fieldsOfIssues, invalid } from '#core/errors.ts'
import type { Locale } from '#core/locale.ts'
import { beforeDeadline } from '#server/http/deadline.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { prefersHtml } from '#server/http/prefers-html.ts'
import { type DuePayment, openCheckout, returnFromCheckout } from '#server/services/money/checkout.ts'
import { backPage, checkoutPage, dealUrl, FAILURE_POLICY, failurePage, policyOf } from './checkout-pages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is to be paid in the checkout that is asked for, once it was found. */
    duePayment: DuePayment | null
  }
}

type CheckoutDependencies = Pick<AppDependencies, 'runInTransaction' | 'settings' | 'rails'>
type CheckoutRequest = FastifyRequest<{ Params: { id: string }; Querystring: { locale?: string } }>

const HTML = 'text/html; charset=utf-8'

const localeOf = ({ query }: CheckoutRequest): Locale => (query.locale === 'hi' ? 'hi' : 'en')

/** The refusal, whoever made it, has been logged and written down by now: a person is told in other words than a program. */
function pageInstead(request: CheckoutRequest, reply: FastifyReply, payload: unknown): unknown {
  const status = reply.statusCode
  if (status < 400 || typeof payload !== 'string' || !prefersHtml(request)) return payload
  const { code = '' } = JSON.parse(payload) as { code?: string }
  reply.type(HTML).header('content-security-policy', FAILURE_POLICY)
  const retryAfter = String(reply.getHeader('retry-after') ?? '60')
  const { duePayment: due, params } = request
  return failurePage({ payInId: params.id, status, code, retryAfter, due }, localeOf(request))
}

export function checkoutRoutes(
  app: FastifyInstance,
  { runInTransaction, settings, rails }: CheckoutDependencies,
): void {
  const inTransaction: Parameters<typeof openCheckout>[0] = (fn) =>
    runInTransaction((tx, now) => fn({ tx, now, settings }))

  app.decorateRequest('duePayment', null)
  const onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) =>
    pageInstead(request as CheckoutRequest, reply, payload)

  app.get(contract.checkoutPage.path, { onSend }, async (request: CheckoutRequest, reply) => {
    const { id } = request.params
    const locale = localeOf(request)
    reply.header('cache-control', 'no-store').header('vary', 'Accept')
    // until it answers whoever has tapped "Pay" looks at nothing. The order goes on being opened, for their next try
    const opening = openCheckout(inTransaction, rails, id, (due) => {
      request.duePayment = due
    })
    const opened = await beforeDeadline(opening, request, reply)
    reply.type(HTML)
    if (!opened.order) return reply.send(backPage(dealUrl(opened.dealId, locale), locale))
    return reply
      .header('content-security-policy', policyOf(opened.page))
      .header('referrer-policy', 'origin')
      .send(checkoutPage(id, opened, opened.order, locale))
  })

  app.post(contract.returnFromCheckout.path, async (request: CheckoutRequest) => {
    const body = contract.returnFromCheckout.body.safeParse(request.body)
    if (!body.success) throw invalid(fieldsOfIssues(body.error.issues))
    const signed = { paymentId: body.data.payment_id, signature: body.data.signature }
    await returnFromCheckout(inTransaction, rails, { payInId: request.params.id, signed })
    return { received: true }
  })
}
