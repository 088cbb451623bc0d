/** Steps of those who pay, and what the team sees of money that strays. */
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
