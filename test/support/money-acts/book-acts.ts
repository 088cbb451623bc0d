/** What the team books or changes itself: debts, deals that stand still, taxes, what a provider took, the rules. */
import type { TestApp } from '#test/support/app.ts'
import { reportChargeback } from '#test/support/chargebacks.ts'
import { bringTo, offerShopping, type Pair, person, take } from '#test/support/people.ts'
import { Script } from '#test/support/script.ts'
import { callOf, LARGE, NOTE, type PrepareAct, queryOf, twice } from './act.ts'

/** Owes what their bank gave back to them after the release. */
export async function debtor(app: TestApp): Promise<Pair> {
  const pair = await offerShopping(app, { amount: LARGE })
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
  await app.runJobs()
  await reportChargeback(app, pair.formPk, { state: 'lost' })
  return pair
}

const TAKEN = [
  ...(['razorpay', 'adjustment', 'adj_FourEyes', LARGE * 100] as const),
  new Date('2026-11-20'),
] as const

export function bookActs(app: TestApp): Record<string, PrepareAct> {
  const [call, query] = [callOf(app), queryOf(app)]
  return {
    'a debt is given up': async () => {
      const { payer } = await debtor(app)
      return twice(call(`debts/${payer.id}/write-off`, { amount_paise: LARGE * 100, ...NOTE }))
    },
    'a deal that stands still ends': async () => {
      const pair = await offerShopping(app, { amount: LARGE })
      await bringTo(app, pair, 'funded')
      // a part that is lost ends no deal by itself
      await reportChargeback(app, pair.formPk, { state: 'lost', deductedPaise: LARGE * 100 - 1 })
      return twice(call(`frozen-deals/${pair.formPk}/end`, { outcome: 'charged_back', ...NOTE }))
    },
    'TDS is given back': async (team) => {
      const [payer, payee] = [await person(app, 'Client'), await person(app, 'Service_Provider')]
      const deal = new Script(app, { payer, payee, team })
      await deal.offer('services', { amount: LARGE })
      await deal.play('payer accept · payer pay · payee start · payee deliver · payer release')
      await app.runJobs()
      const path = `tax-papers/withheld/${deal.formPk}/give-back`
      return twice(call(path, { amount_paise: LARGE * 5, ...NOTE }))
    },
    'what a provider took is booked': async () => {
      await query(
        `insert into settlement_line (provider, type, entity_id, amount_paise, debit_paise, credit_paise, fee_paise, tax_paise, day)
         values ($1, $2, $3, $4, $4, 0, 0, 0, $5)`,
        [...TAKEN],
      )
      const [row] = await query(
        `insert into discrepancy (provider, type, reference, theirs_paise, opened_at, kind)
         values ($1, $2, $3, - $4::bigint, $5, 'theirs_only') returning id`,
        [...TAKEN],
      )
      return twice(call(`discrepancies/${row.id}/book`, NOTE))
    },
    'the rules of money change': async () => {
      let proposal = ''
      const change = { figures: { 'commissionBasisPoints.services': 900 }, reason: 'Costs have risen' }
      return {
        ask: async (who) => {
          const reply = await call('policies', change)(who)
          proposal = reply.body.id
          return reply
        },
        agree: (who) => call(`policies/${proposal}/approve`)(who),
      }
    },
  }
}
