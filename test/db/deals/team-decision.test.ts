/** Who decides a dispute: one of the team, two from an amount on, and nobody for themselves. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserCtx } from '#server/services/context.ts'
import { confirmDecision, decideCase, dropDecision } from '#server/services/deals/team-decision.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { bringTo, offerServices, type Pair, type Person, teammate } from '#test/support/people.ts'
import { bringToStatus } from '#test/support/stages.ts'

const app = useApp()
let admin: Person
let other: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  other = await teammate(app, 'Admin')
})
const { query } = app
const rowOf = async ({ formPk }: Pair) => (await query('select * from deal where id = $1', [formPk]))[0]
const as = <T>(
  who: Person,
  work: (ctx: UserCtx) => Promise<T>,
  options: Parameters<typeof actingAs>[3] = {},
) => actingAs(app, who, work, options)
async function held(state: 'funded' | 'in_delivery' | 'delivered' = 'funded'): Promise<Pair> {
  const pair = await offerServices(app)
  await bringTo(app, pair, state)
  return pair
}
describe('a decision', () => {
  const DECISION = { payer_share_paise: 100, at_fault: 'none', reasons: 'Both were read' }
  async function mediation(): Promise<Pair> {
    const pair = await offerServices(app)
    await bringToStatus(app, { ...pair, team: admin, track: 'services' }, 'mediation')
    await query('update app_user set phone_verified_at = now() where id = any($1)', [
      [pair.payer.id, pair.payee.id],
    ])
    return pair
  }
  const from = (twoDecideFromPaise: number) => ({
    settings: { verification: 'on' as const, policy: { ...testSettings.policy, twoDecideFromPaise } },
  })
  const decide = (who: Person, { formPk }: Pair, options = from(2_000_000), body: object = DECISION) =>
    as(who, (ctx) => decideCase(ctx, formPk, body), options)
  const proposalOf = async ({ formPk }: Pair) =>
    (await query('select * from decision_proposal where deal_id = $1', [formPk]))[0]
  it('of a small deal, and in practice, is one person’s', async () => {
    const [small, practice] = [await mediation(), await mediation()]
    expect(await decide(admin, small, from(2_000_001))).toEqual({ state: 'decided' })
    expect(await as(admin, (ctx) => decideCase(ctx, practice.formPk, DECISION))).toEqual({ state: 'decided' })
  })
  it('of a large one is proposed by one and confirmed by another', async () => {
    const pair = await mediation()
    expect(await decide(admin, pair)).toEqual({ state: 'proposed' })
    await expect(decide(other, pair)).rejects.toMatchObject({ code: 'conflict' })
    const { id, proposed_by, payer_share_paise, at_fault, reasons } = await proposalOf(pair)
    expect([proposed_by, Number(payer_share_paise), at_fault, reasons]).toEqual([
      admin.id,
      100,
      'none',
      'Both were read',
    ])
    expect((await auditOf(app, pair.formPk)).at(-1)).toMatchObject({
      action: 'decision_proposed',
      actor_id: admin.id,
      subject_type: 'deal',
      after: { payer_share_paise: 100, at_fault: 'none' },
    })
    const confirm = (who: Person) => as(who, (ctx) => confirmDecision(ctx, id), from(2_000_000))
    await expect(confirm(admin)).rejects.toMatchObject({ code: 'forbidden' })
    for (const who of [pair.payer, pair.payee])
      await expect(confirm(who)).rejects.toMatchObject({ code: 'own_case' })
    expect(await confirm(other)).toEqual({ state: 'decided' })
    expect((await rowOf(pair)).status).toBe('settled')
    expect(await proposalOf(pair)).toMatchObject({ state: 'confirmed' })
    await expect(confirm(other)).rejects.toMatchObject({ code: 'wrong_state' })
  })
  it('that was proposed is dropped by either, with a line in the log', async () => {
    const pair = await mediation()
    await decide(admin, pair)
    const { id } = await proposalOf(pair)
    expect(await as(other, (ctx) => dropDecision(ctx, id))).toEqual({ state: 'dropped' })
    expect([(await proposalOf(pair)).state, (await rowOf(pair)).status]).toEqual(['dropped', 'mediation'])
    expect((await auditOf(app, pair.formPk)).at(-1)).toMatchObject({
      action: 'decision_dropped',
      actor_id: other.id,
    })
    await expect(as(other, (ctx) => dropDecision(ctx, id))).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(as(other, (ctx) => dropDecision(ctx, 'none'))).rejects.toMatchObject({ code: 'not_found' })
  })
  it('is nobody’s own case, and right in its form', async () => {
    const pair = await mediation()
    await query(`update app_user set payment_number = $1 where id = $2`, [pair.payee.phone, other.id])
    for (const options of [from(2_000_000), from(2_000_001)])
      await expect(decide(other, pair, options)).rejects.toMatchObject({ code: 'own_case' })
    await query(`update app_user set payment_number = null where id = $1`, [other.id])
    const fresh = await mediation()
    await expect(
      decide(admin, fresh, from(2_000_000), { ...DECISION, payer_share_paise: 2_000_001 }),
    ).rejects.toMatchObject({ fields: { payer_share_paise: ['share'] } })
    await expect(decide(admin, fresh, from(2_000_000), { ...DECISION, at_fault: 'x' })).rejects.toMatchObject(
      { fields: { at_fault: [expect.any(String)] } },
    )
    expect(
      await decide(admin, fresh, from(2_000_000), { ...DECISION, payer_share_paise: 2_000_000 }),
    ).toEqual({ state: 'proposed' })
    const early = await held('delivered')
    expect(await decide(admin, early)).toMatchObject({ code: 'wrong_state' })
  })
})
