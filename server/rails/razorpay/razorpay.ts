/**
 * Razorpay: Orders with Standard Checkout, refunds of payments, and payouts of RazorpayX. Money of a deal waits with the
 * provider, in the operator's account there or in the payee's name where Route is set.
 */
import type { z } from 'zod'
import { CAPABILITIES } from '#server/rails/capabilities.ts'
import type { Holds } from '#server/rails/holds.ts'
import type {
  Checkout,
  Instruction,
  Movement,
  OutFact,
  OutOrder,
  PaidFact,
  PayerOrder,
  Rail,
  RailAnswer,
  Reading,
} from '#server/rails/rail.ts'
import { type CallOutcome, RazorpayClient, type RazorpayKeys } from './client.ts'
import {
  listOf,
  movementOf,
  orderEntity,
  paidFact,
  paymentEntity,
  payoutEntity,
  payoutFact,
  reconEntity,
  refundEntity,
  refundFact,
} from './entities.ts'
import type { RouteSettings } from './linked-accounts.ts'
import { payoutRequest } from './payout-request.ts'
import { Route, transferRequest } from './route.ts'
import { isSigned, readEvent, SIGNATURE_HEADER } from './webhook.ts'

export interface RazorpaySettings extends RazorpayKeys {
  /** Newest first; during a change the one before too, with which older events are still signed. */
  readonly webhookSecrets: readonly string[]
  /** Of RazorpayX, from which payouts go. Undefined where nothing goes out by it. */
  readonly accountNumber: string | undefined
  /** What the contract lets Razorpay keep of a payment, in basis points without tax; undefined: any fee is taken. */
  readonly feeRates?: readonly number[] | undefined
  /** What must always be there of the operator's own; undefined: nobody is told when it runs low. */
  readonly floatPaise?: number | undefined
  /** Undefined: money of deals waits in the operator's account. */
  readonly route?: RouteSettings | undefined
}

/** Nothing was asked: it waits for the operator. */
const NO_PAYOUTS: RailAnswer<never> = {
  is: 'refused',
  retry: 'config',
  detail: 'RAZORPAY_X_ACCOUNT is not set: no payout goes to an account',
}

/** How many entities of a list are asked for, at most. */
const PAGE = 100
/** Of a settlement report, as its page allows. */
const RECON_PAGE = 1_000

export class RazorpayRail implements Rail {
  readonly name = 'razorpay'
  readonly can = CAPABILITIES.razorpay
  readonly checkout: Checkout
  readonly holds?: Holds
  readonly feeRates: readonly number[] | undefined
  readonly floatPaise: number | undefined
  readonly #client: RazorpayClient
  readonly #settings: RazorpaySettings
  readonly #payeeName: string

  constructor(settings: RazorpaySettings, payeeName: string) {
    this.#settings = settings
    this.#payeeName = payeeName
    this.feeRates = settings.feeRates
    this.floatPaise = settings.floatPaise
    this.#client = new RazorpayClient(settings)
    if (settings.route) this.holds = new Route(this.#client, settings.route)
    const { keyId, keySecret, baseUrl } = settings
    this.checkout = {
      page: {
        ...{ kind: 'razorpay', publicKey: keyId },
        script: baseUrl ? `${baseUrl}/v1/checkout.js` : 'https://checkout.razorpay.com/v1/checkout.js',
        sources: baseUrl ? [baseUrl] : ['https://*.razorpay.com'],
      },
      openOrder: (order) => this.#openOrder(order),
      sessionOf: async (orderId) => ({ is: 'done', facts: orderId }),
      findPayments: (orderId) => this.#findPayments(orderId),
      isReturn: (orderId, { paymentId, signature }) =>
        isSigned(keySecret, `${orderId}|${paymentId}`, signature),
    }
  }

  /** The payer is sent to the checkout; the order is opened when they get there. */
  async openPayIn(): Promise<RailAnswer<Instruction>> {
    return { is: 'done', facts: { payeeName: this.#payeeName } }
  }

  readWebhook(raw: Buffer, headers: Readonly<Record<string, unknown>>): Reading {
    return readEvent(this.#settings.webhookSecrets, raw, headers[SIGNATURE_HEADER])
  }

  /** One whose answer was lost is found by its receipt: two orders of one pay-in could both be paid. */
  async #openOrder({ reference, amountPaise, hold }: PayerOrder): Promise<RailAnswer<string>> {
    const transfers = hold ? { transfers: [transferRequest(hold)] } : {}
    const json = {
      amount: amountPaise,
      currency: 'INR',
      receipt: reference,
      notes: { reference },
      ...transfers,
    }
    const answer = await this.#client.call({ path: '/v1/orders', json }, orderEntity)
    if (answer.is === 'done') return { is: 'done', facts: answer.facts.id }
    // the page says "contain": what is found is compared
    const path = `/v1/orders?receipt=${encodeURIComponent(reference)}&count=${PAGE}`
    const list = await this.#client.call({ method: 'GET', path }, listOf(orderEntity))
    const items = list.is === 'done' ? list.facts.items : []
    const open = items.find(({ receipt, amount }) => receipt === reference && amount === amountPaise)
    return open ? { is: 'done', facts: open.id } : answer
  }

  async #findPayments(orderId: string): Promise<RailAnswer<readonly PaidFact[]>> {
    const path = `/v1/orders/${encodeURIComponent(orderId)}/payments`
    const answer = await this.#client.call({ method: 'GET', path }, listOf(paymentEntity))
    if (answer.is !== 'done') return answer
    return { is: 'done', facts: answer.facts.items.flatMap((payment) => paidFact(payment) ?? []) }
  }

  async send(order: OutOrder): Promise<RailAnswer<OutFact>> {
    const { how, key, amountPaise } = order
    if (how.by === 'refund')
      return answerOf(
        key,
        await this.#client.call(
          {
            path: `/v1/payments/${encodeURIComponent(how.paymentId)}/refund`,
            headers: { 'x-refund-idempotency': key },
            json: { amount: amountPaise, speed: 'normal', receipt: key },
          },
          refundEntity.transform(refundFact),
        ),
      )
    const { accountNumber } = this.#settings
    if (accountNumber === undefined) return NO_PAYOUTS
    const json = payoutRequest(accountNumber, order, how)
    if (typeof json === 'string') return { is: 'refused', detail: json, retry: 'never' }
    const headers = { 'x-payout-idempotency': key }
    return answerOf(
      key,
      await this.#client.call({ path: '/v1/payouts', headers, json }, payoutEntity.transform(payoutFact)),
    )
  }

  async findOut({ how, key }: OutOrder): Promise<RailAnswer<OutFact | 'none'>> {
    const { accountNumber = '' } = this.#settings
    if (how.by === 'transfer' && accountNumber === '') return { is: 'done', facts: 'none' }
    const answer =
      how.by === 'refund'
        ? await this.#list(
            `/v1/payments/${encodeURIComponent(how.paymentId)}/refunds`,
            refundEntity.transform(refundFact),
          )
        : await this.#list(
            `/v1/payouts?account_number=${encodeURIComponent(accountNumber)}&reference_id=${encodeURIComponent(key)}`,
            payoutEntity.transform(payoutFact),
          )
    if (answer.is !== 'done') return answer
    const fact = answer.facts.find((out) => out?.key === key)
    if (fact) return { is: 'done', facts: fact }
    // a full page may hide it
    return answer.facts.length < PAGE
      ? { is: 'done', facts: 'none' }
      : { is: 'unknown', detail: 'the list is longer than a page' }
  }

  async movements(day: string): Promise<RailAnswer<readonly Movement[]>> {
    const [year, month, date] = day.split('-')
    const query = `year=${year}&month=${month}&day=${date}&count=${RECON_PAGE}`
    const movements: Movement[] = []
    for (let skip = 0; ; skip += RECON_PAGE) {
      const path = `/v1/settlements/recon/combined?${query}&skip=${skip}`
      const answer = await this.#client.call({ method: 'GET', path }, listOf(reconEntity))
      // a part of a day would look like a day on which payments are missing
      if (answer.is !== 'done') return answer
      const { items } = answer.facts
      movements.push(...items.flatMap((item) => movementOf(item) ?? []))
      if (items.length < RECON_PAGE) return { is: 'done', facts: movements }
    }
  }

  #list<S extends z.ZodType>(path: string, entity: S): Promise<CallOutcome<z.output<S>[]>> {
    const query = `${path}${path.includes('?') ? '&' : '?'}count=${PAGE}`
    return this.#client.call(
      { method: 'GET', path: query },
      listOf(entity).transform(({ items }) => items),
    )
  }
}

/** Accepted is not paid: a refund and a payout may take days, and the webhook tells. */
function answerOf(key: string, answer: CallOutcome<OutFact | null>): RailAnswer<OutFact> {
  if (answer.is !== 'done') return answer
  // without our own key in it, it is an answer to something else
  if (answer.facts?.key !== key) return { is: 'unknown', detail: 'the answer names another order' }
  const { facts } = answer
  return facts.state === 'pending' ? { is: 'pending', facts, askAgainMs: 60_000 } : { is: 'done', facts }
}
