/**
 * Cashfree: orders with its checkout, refunds of orders, and transfers of Payouts. Money of a deal waits with the provider and
 * in the operator's account there; Easy Split is not used.
 */
import { z } from 'zod'
import { CAPABILITIES } from '#server/rails/capabilities.ts'
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
import { rupeesOf } from './amounts.ts'
import { CashfreeClient, type CashfreeKeys, type CashfreeOutcome } from './client.ts'
import {
  cashfreeOrder,
  cashfreePayment,
  cashfreeRefund,
  cashfreeTransfer,
  paidBy,
  refundedBy,
  transferredBy,
} from './entities.ts'
import { orderOfPayment, outIdOf } from './ids.ts'
import { movementOf, reconPage } from './recon.ts'
import { beneficiaryRequest, transferRequest } from './transfer-request.ts'
import { readCashfreeEvent } from './webhook.ts'

export interface CashfreeSettings extends CashfreeKeys {
  /** Besides the secrets of both keys: older ones, with which webhooks are signed until they are given up. */
  readonly oldSecrets: readonly string[]
  /** What is kept of a payment by the contract, in basis points without tax; undefined where the operator has not said. */
  readonly feeRates?: readonly number[] | undefined
}

/** The first whose filters say of which day they are: that of the transfer. */
const RECON_VERSION = '2026-01-01'
const RECON_PAGE = 1_000

type CashfreeTarget = Extract<OutOrder['how'], { by: 'transfer' }>

export class CashfreeRail implements Rail {
  readonly name = 'cashfree'
  readonly can = CAPABILITIES.cashfree
  readonly checkout: Checkout
  readonly feeRates: readonly number[] | undefined
  readonly #client: CashfreeClient
  readonly #settings: CashfreeSettings
  readonly #payeeName: string

  constructor(settings: CashfreeSettings, payeeName: string) {
    this.#settings = settings
    this.#payeeName = payeeName
    this.feeRates = settings.feeRates
    this.#client = new CashfreeClient(settings)
    const { baseUrl, environment } = settings
    this.checkout = {
      page: {
        ...{ kind: 'cashfree', publicKey: environment },
        script: baseUrl ? `${baseUrl}/js/v3/cashfree.js` : 'https://sdk.cashfree.com/js/v3/cashfree.js',
        sources: baseUrl ? [baseUrl] : ['https://*.cashfree.com'],
      },
      openOrder: (order) => this.#openOrder(order),
      sessionOf: (orderId) => this.#sessionOf(orderId),
      findPayments: (orderId) => this.#findPayments(orderId),
    }
  }

  /** The payer is sent to the checkout; the order is opened when they get there. */
  async openPayIn(): Promise<RailAnswer<Instruction>> {
    return { is: 'done', facts: { payeeName: this.#payeeName } }
  }

  readWebhook(raw: Buffer, headers: Readonly<Record<string, unknown>>): Reading {
    const { pg, payout, oldSecrets } = this.#settings
    return readCashfreeEvent([pg.clientSecret, payout.clientSecret, ...oldSecrets], raw, headers)
  }

  /** Our reference is its id, so there is one whatever becomes of the answer. */
  async #openOrder({ reference, amountPaise, payer }: PayerOrder): Promise<RailAnswer<string>> {
    const json = {
      ...{ order_id: reference, order_amount: rupeesOf(amountPaise), order_currency: 'INR' },
      customer_details: { customer_id: `user${payer.id}`, customer_phone: payer.phone.slice(-10) },
    }
    const answer = await this.#client.call({ product: 'pg', path: '/orders', json }, cashfreeOrder)
    if (answer.is === 'done' && answer.facts.order_id === reference) return { is: 'done', facts: reference }
    const order = await this.#find(reference)
    const isOurs = order.is === 'done' && order.facts.order_amount === amountPaise
    if (isOurs) return { is: 'done', facts: reference }
    return answer.is === 'done' ? { is: 'unknown', detail: 'the answer names another order' } : answer
  }

  #find(orderId: string): Promise<CashfreeOutcome<z.output<typeof cashfreeOrder>>> {
    const path = `/orders/${encodeURIComponent(orderId)}`
    return this.#client.call({ product: 'pg', method: 'GET', path }, cashfreeOrder)
  }

  async #sessionOf(orderId: string): Promise<RailAnswer<string>> {
    const order = await this.#find(orderId)
    return order.is === 'done' ? { is: 'done', facts: order.facts.payment_session_id } : order
  }

  async #findPayments(orderId: string): Promise<RailAnswer<readonly PaidFact[]>> {
    const path = `/orders/${encodeURIComponent(orderId)}/payments`
    const answer = await this.#client.call({ product: 'pg', method: 'GET', path }, z.array(cashfreePayment))
    if (answer.is !== 'done') return answer
    return { is: 'done', facts: answer.facts.flatMap((payment) => paidBy(orderId, payment) ?? []) }
  }

  async send(order: OutOrder): Promise<RailAnswer<OutFact>> {
    const { how, key, amountPaise } = order
    const outId = outIdOf(key)
    if (outId === null)
      return { is: 'refused', detail: 'the key is longer than Cashfree takes', retry: 'new_key' }
    if (how.by === 'transfer') return this.#transfer({ key, amountPaise }, outId, how)
    const path = `/orders/${encodeURIComponent(orderOfPayment(how.paymentId))}/refunds`
    const json = { refund_id: outId, refund_amount: rupeesOf(amountPaise), refund_speed: 'STANDARD' }
    return answerOf(
      key,
      await this.#client.call({ product: 'pg', path, json }, cashfreeRefund.transform(refundedBy)),
    )
  }

  /** The beneficiary first: no money moves by it, and the one that is there already is as good. */
  async #transfer(
    { key, amountPaise }: Pick<OutOrder, 'key' | 'amountPaise'>,
    outId: string,
    how: CashfreeTarget,
  ): Promise<RailAnswer<OutFact>> {
    const json = transferRequest(outId, amountPaise, how)
    if (typeof json === 'string') return { is: 'refused', detail: json, retry: 'never' }
    const beneficiary = await this.#client.call(
      { product: 'payout', path: '/beneficiary', json: beneficiaryRequest(how) },
      z.object({ beneficiary_id: z.string() }),
    )
    if (beneficiary.is === 'refused') return beneficiary
    // nothing was asked to be paid yet
    if (beneficiary.is === 'unknown' && beneficiary.status !== 409)
      return { is: 'refused', detail: `beneficiary: ${beneficiary.detail}`, retry: 'later' }
    return answerOf(
      key,
      await this.#client.call(
        { product: 'payout', path: '/transfers', json },
        cashfreeTransfer.transform(transferredBy),
      ),
    )
  }

  async findOut({ how, key }: OutOrder): Promise<RailAnswer<OutFact | 'none'>> {
    const outId = outIdOf(key)
    if (outId === null) return { is: 'done', facts: 'none' }
    return how.by === 'refund' ? this.#findRefund(how.paymentId, key) : this.#findTransfer(outId, key)
  }

  /** Among all of the order: a list that answers says for certain that one is not in it. */
  async #findRefund(paymentId: string, key: string): Promise<RailAnswer<OutFact | 'none'>> {
    const path = `/orders/${encodeURIComponent(orderOfPayment(paymentId))}/refunds`
    const answer = await this.#client.call(
      { product: 'pg', method: 'GET', path },
      z.array(cashfreeRefund.transform(refundedBy)),
    )
    if (answer.is !== 'done') return answer
    return { is: 'done', facts: answer.facts.find((out) => out.key === key) ?? 'none' }
  }

  /** Of the transfers that left on that day, to its last page. */
  async movements(day: string): Promise<RailAnswer<readonly Movement[]>> {
    const movements: Movement[] = []
    const cursors = new Set<string>()
    let cursor: string | null = null
    for (;;) {
      const answer = await this.#reconPage(day, cursor)
      // a part of a day would look like a day on which payments are missing
      if (answer.is !== 'done') return answer
      const { data, cursor: next } = answer.facts
      movements.push(...data.flatMap((item) => movementOf(item) ?? []))
      if (!next || data.length === 0) return { is: 'done', facts: movements }
      if (cursors.has(next)) return { is: 'unknown', detail: 'the report comes to the same page again' }
      cursors.add(next)
      cursor = next
    }
  }

  #reconPage(day: string, cursor: string | null): Promise<CashfreeOutcome<z.output<typeof reconPage>>> {
    const filters = {
      start_date_processed_on: `${day}T00:00:00+05:30`,
      end_date_processed_on: `${day}T23:59:59+05:30`,
    }
    const json = { pagination: { limit: RECON_PAGE, cursor }, filters }
    return this.#client.call(
      { product: 'pg', path: '/settlement/recon', json, version: RECON_VERSION },
      reconPage,
    )
  }

  /**
   * That it knows none is an error of its own form with 404; a page that is not there has `request_failed`. Should it say so
   * of one that it has, the next transfer has the same id and is refused.
   */
  async #findTransfer(outId: string, key: string): Promise<RailAnswer<OutFact | 'none'>> {
    const path = `/transfers?transfer_id=${encodeURIComponent(outId)}`
    const answer = await this.#client.call(
      { product: 'payout', method: 'GET', path },
      cashfreeTransfer.transform(transferredBy),
    )
    if (answer.is === 'done')
      return answer.facts.key === key
        ? answer
        : { is: 'unknown', detail: 'the answer names another transfer' }
    const isNone = answer.status === 404 && answer.code !== null && answer.code !== 'request_failed'
    return isNone ? { is: 'done', facts: 'none' } : answer
  }
}

/** Accepted is not paid: a refund and a transfer may take days, and the webhook tells. */
function answerOf(key: string, answer: CashfreeOutcome<OutFact>): RailAnswer<OutFact> {
  if (answer.is !== 'done') return answer
  // without our own key in it, it is an answer to something else
  if (answer.facts.key !== key) return { is: 'unknown', detail: 'the answer names another order' }
  const { facts } = answer
  return facts.state === 'pending' ? { is: 'pending', facts, askAgainMs: 60_000 } : { is: 'done', facts }
}
