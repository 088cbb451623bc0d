/**
 * Route: what the payee is to get of a payment is transferred to their account at Razorpay when the payment comes, and stays
 * there on hold. Transfers of an order are made with it, so that no call between the two can be lost.
 */
import type { HeldTransfer, HoldOrder, Holds, PayeeAccounts } from '#server/rails/holds.ts'
import type { RailAnswer } from '#server/rails/rail.ts'
import type { RazorpayClient } from './client.ts'
import { listOf } from './entities.ts'
import { LinkedAccounts, type RouteSettings } from './linked-accounts.ts'
import { heldTransfer, orderWithTransfers, reversalEntity, transferEntity } from './route-entities.ts'

const id = encodeURIComponent
const transfer = transferEntity.transform(heldTransfer)
const transfers = listOf(transferEntity).transform(({ items }) => items.map(heldTransfer))

/** In the form of the pages. Without `on_hold_until` it stays on hold until it is let go. */
export const transferRequest = ({ accountId, amountPaise }: HoldOrder): object => ({
  ...{ account: accountId, amount: amountPaise, currency: 'INR', on_hold: true },
})

export class Route implements Holds {
  readonly accounts: PayeeAccounts
  readonly days: number
  readonly #client: RazorpayClient

  constructor(client: RazorpayClient, settings: RouteSettings) {
    this.#client = client
    this.days = settings.holdDays
    this.accounts = new LinkedAccounts(client, settings)
  }

  findOfOrder(orderId: string): Promise<RailAnswer<readonly HeldTransfer[]>> {
    const path = `/v1/orders/${id(orderId)}/?expand[]=transfers`
    return this.#client.call({ method: 'GET', path }, orderWithTransfers)
  }

  findOfPayment(paymentId: string): Promise<RailAnswer<readonly HeldTransfer[]>> {
    return this.#client.call({ method: 'GET', path: `/v1/payments/${id(paymentId)}/transfers` }, transfers)
  }

  find(transferId: string): Promise<RailAnswer<HeldTransfer>> {
    return this.#client.call({ method: 'GET', path: `/v1/transfers/${id(transferId)}` }, transfer)
  }

  async reverse(transferId: string, amountPaise: number): Promise<RailAnswer<string>> {
    const path = `/v1/transfers/${id(transferId)}/reversals`
    const answer = await this.#client.call(
      { path, json: { amount: amountPaise } },
      reversalEntity.transform((reversal) => reversal.id),
    )
    // the payee's account has it no more: unlike an empty account of the operator's, no waiting mends that
    const isGone = answer.is === 'refused' && /sufficient balance/i.test(answer.description ?? '')
    return isGone ? { is: 'refused', detail: answer.detail, retry: 'never' } : answer
  }

  async transfer(paymentId: string, order: HoldOrder): Promise<RailAnswer<HeldTransfer>> {
    const json = { transfers: [transferRequest(order)] }
    const answer = await this.#client.call(
      { path: `/v1/payments/${id(paymentId)}/transfers`, json },
      transfers,
    )
    if (answer.is !== 'done') return answer
    const [first] = answer.facts
    return first ? { is: 'done', facts: first } : { is: 'unknown', detail: 'the answer has no transfer' }
  }

  release(transferId: string): Promise<RailAnswer<HeldTransfer>> {
    const path = `/v1/transfers/${id(transferId)}`
    return this.#client.call({ method: 'PATCH', path, json: { on_hold: false } }, transfer)
  }
}
