/** Payouts and decisions of a product whose people have proved their numbers, over a provider that does as it is told. */
import type { TestApp } from '#test/support/app.ts'
import { payoutOf, release, verifiedPair } from '#test/support/payout-targets.ts'
import { PASSWORD, type Pair } from '#test/support/people.ts'
import { NO_ANSWER, type RecordingRail } from '#test/support/rails.ts'
import { bringToStatus } from '#test/support/stages.ts'
import type { FakeSender } from '#test/support/verification.ts'
import { callOf, LARGE, type MoneyAct, NOTE, type PrepareAct, queryOf, twice } from './act.ts'

export function payoutActs(
  app: TestApp,
  sender: FakeSender,
  rail: RecordingRail,
): Record<string, PrepareAct> {
  const [call, query] = [callOf(app), queryOf(app)]
  async function owed(amount: number): Promise<{ pair: Pair; id: string }> {
    const pair = await verifiedPair(app, sender, { amount })
    await release(app, pair)
    return { pair, id: (await payoutOf(app, pair)).id }
  }
  /** Of one whose end nobody knows. */
  const stated =
    (outcome: object, afterwardsOf: (id: string) => Pick<MoneyAct, 'afterwards'>): PrepareAct =>
    async () => {
      const { id } = await owed(20_000)
      rail.result = NO_ANSWER
      await app.runJobs()
      await query(`update payout_attempt set at = at - interval '15 days' where payout_id = $1`, [id])
      await query(`update payout set next_try_at = clock_timestamp() where id = $1`, [id])
      await app.runJobs()
      rail.result = undefined
      const evidence = 'Ticket 4711: the bank has looked into it'
      const statement = async () =>
        (await query('select id from payout_outcome where payout_id = $1', [id]))[0].id
      return {
        ...{ ask: call(`payouts/${id}/outcome`, { ...outcome, evidence }), ...afterwardsOf(id) },
        agree: async (who) => call(`payout-outcomes/${await statement()}/confirm`)(who),
      }
    }
  return {
    'a large payout is let go': async () =>
      twice(call(`payouts/${(await owed(LARGE * 1.2)).id}/release-hold`)),
    'a target is approved whose name no bank tells': async () => {
      const pair = await verifiedPair(app, sender)
      await query('alter table payout_target disable trigger user')
      const [target] = await query(
        'update payout_target set bank_name = null, name_matches = false where user_id = $1 returning id',
        [pair.payee.id],
      )
      await query('alter table payout_target enable trigger user')
      await release(app, pair)
      return twice(call(`payout-targets/${target.id}/approve`, NOTE))
    },
    'a payout is said not to have been paid, and sent again': stated({ outcome: 'failed' }, (id) => ({
      afterwards: call(`payouts/${id}/resend`),
    })),
    'a payout is said to have been paid': stated({ outcome: 'paid', reference: 'UTR4711' }, () => ({})),
    'a target is named for a deleted account': async () => {
      const { pair, id } = await owed(20_000)
      await app.runJobs()
      await app.call('POST', '/api/account/delete', {
        ...{ token: pair.payee.token, body: { password: PASSWORD } },
      })
      await app.call('POST', `/api/sandbox/payouts/${id}/return`)
      const [successor] = await query('select id from payout where replaces = $1', [id])
      const proposal = async () =>
        (await query('select id from payout_target_proposal where payout_id = $1', [successor.id]))[0].id
      const letter = { holder_name: 'Asha Rao', reason: 'Letter of 3 March with a copy of the PAN card' }
      return {
        ask: call(`payouts/${successor.id}/target`, { ...letter, kind: 'upi', upi_id: 'asha.new@okbank' }),
        agree: async (who) => call(`payout-target-proposals/${await proposal()}/confirm`)(who),
        afterwards: call(`payouts/${successor.id}/release-hold`),
      }
    },
    'a large dispute is decided': async (first) => {
      const pair = await verifiedPair(app, sender, { amount: LARGE })
      await bringToStatus(app, { ...pair, team: first, track: 'services' }, 'mediation')
      const decision = { payer_share_paise: 1_000_000, at_fault: 'none', reasons: 'Both are right' }
      const proposal = async () =>
        (await query('select id from decision_proposal where deal_id = $1', [pair.formPk]))[0].id
      return {
        ask: call(`disputes/${pair.formPk}/decision`, decision),
        agree: async (who) => call(`decisions/${await proposal()}/confirm`)(who),
      }
    },
  }
}
