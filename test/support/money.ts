/** Steps of those who pay, and what the team sees of money that strays. */
import { randomUUID } from 'node:crypto'
import { SIGNATURE, signature } from '#server/rails/sandbox/sandbox.ts'
import type { TestApp } from './app.ts'
import { accept, offerShopping, type Pair, teammate } from './people.ts'

/** Goods for Rs 1,500 that both have agreed on, not yet paid. */
export async function agreedGoods(app: TestApp): Promise<Pair> {
  const pair = await offerShopping(app)
  await accept(app, pair)
  return pair
}

/** The pay-in that the payer is asked for. */
export const dueOf = async (app: TestApp, pair: Pair) =>
  (await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payer.token })).body

export async function straysOf(app: TestApp) {
  const team = await teammate(app)
  return (await app.call('GET', '/api/admin/overview', { token: team.token })).body.stray_payments
}

interface Arrival {
  readonly reference: string
  readonly rupees: number
  /** The account that it came from; null where the provider does not tell. */
  readonly source: string | null
}

/** Money comes in, as the provider reports it. */
export async function arrives(app: TestApp, { reference, rupees, source }: Arrival): Promise<void> {
  const payment = { id: randomUUID(), reference, amount_paise: rupees * 100, source }
  const payload = JSON.stringify({ event_id: randomUUID(), type: 'payment.succeeded', payment })
  const headers = { 'content-type': 'application/json', [SIGNATURE]: signature('test-secret', payload) }
  const reply = await app.call('POST', '/api/payments/webhooks/sandbox', { body: payload, headers })
  if (reply.status !== 200) throw new Error(`webhook: ${reply.status}`)
}
