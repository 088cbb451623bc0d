/** What every decision writes: the state, its event, the moments, the messages of programs; and a change that came between. */
import { expect, it } from 'vitest'
import { decide } from '#core/lifecycle/decide.ts'
import { findDeal } from '#server/repositories/deals.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { applyAndNotify, applyDecision } from '#server/services/deals/apply-decision.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { bringTo, inDays, offerServices, offerShopping, type Pair, pay, take } from '#test/support/people.ts'

const app = useApp()
const { query } = app
const rowOf = async ({ formPk }: Pair) => (await query('select * from deal where id = $1', [formPk]))[0]
const COMPLAINT = { reason: 'late', statement: 'Late', wanted: 'full_refund' }

/** What a program of the payer's is sent of each step: the types of one step in one list. */
async function typesSent(pair: Pair): Promise<() => Promise<string[]>> {
  await query(
    `insert into app (id, owner_id, name, mode) values ('app-' || $1::bigint, $1::bigint, 'Shop', 'test')`,
    [pair.payer.id],
  )
  await query(
    `insert into webhook_endpoint (id, app_id, url, types, secret_sealed) values ('end-' || $1::bigint, 'app-' || $1::bigint, 'https://x.example', '{*}', '')`,
    [pair.payer.id],
  )
  return async () => {
    const rows = await query(
      `delete from webhook_message where endpoint_id = 'end-' || $1::bigint returning type`,
      [pair.payer.id],
    )
    return rows.map(({ type }) => type).toSorted()
  }
}

it('programs are told of each step, of a new state where there is one, and of what it means', async () => {
  const pair = await offerServices(app)
  const types = await typesSent(pair)
  await bringTo(app, pair, 'in_delivery')
  expect(await types()).toEqual([
    'deal.agreed',
    'deal.event.accept',
    'deal.event.fund',
    'deal.event.start',
    'deal.funded',
    'deal.in_delivery',
    'payment.paid',
  ])
  await take(app, pair.payee, pair.formPk, 'propose_extension', { due: inDays(60) })
  expect(await types()).toEqual(['deal.event.propose_extension'])
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Done' })
  await types()
  await take(app, pair.payer, pair.formPk, 'complain', COMPLAINT)
  expect(await types()).toEqual(['deal.disputed', 'deal.event.complain', 'dispute.opened'])
  await pay(app, pair.payer, pair.formPk)
  expect(await types()).toEqual(['deal.event.pay_fee', 'payment.paid'])
})

it('an end has its moment, and a dispute its beginning', async () => {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'delivered')
  expect(await rowOf(pair)).toMatchObject({ ended_at: null, disputed_at: null, last_seq: 5 })
  await take(app, pair.payer, pair.formPk, 'complain', COMPLAINT)
  expect(await rowOf(pair)).toMatchObject({ ended_at: null, disputed_at: expect.any(Date), last_seq: 6 })
  const done = await offerServices(app)
  await bringTo(app, done, 'delivered')
  await take(app, done.payer, done.formPk, 'release')
  expect(await rowOf(done)).toMatchObject({
    ended_at: expect.any(Date),
    disputed_at: null,
    status: 'released',
  })
})

it('a decision of a deal that has changed since it was loaded is a conflict, and nothing of it stays', async () => {
  const pair = await offerShopping(app)
  const late = actingAs(app, pair.payer, async (ctx) => {
    const loaded = await findDeal(ctx.tx, pair.formPk)
    if (!loaded) throw new Error('no deal')
    const decision = decide(await factsOf(ctx, loaded), { action: 'withdraw', by: 'payer', now: ctx.now })
    if (!decision.ok) throw new Error(decision.code)
    await query('update deal set last_seq = last_seq + 1 where id = $1', [pair.formPk])
    return applyAndNotify(ctx, loaded, decision, {
      name: 'withdraw',
      by: 'payer',
      actorId: pair.payer.id,
      data: {},
    })
  })
  await expect(late).rejects.toMatchObject({ code: 'conflict' })
  expect((await rowOf(pair)).status).toBe('proposed')
  expect(await query('select name from deal_event where deal_id = $1', [pair.formPk])).toEqual([
    { name: 'create' },
  ])
})

it('a dispute without a reason or a statement is an error', async () => {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'delivered')
  for (const dispute of [undefined, { reason: 'late' }, { statement: 'x' }])
    await expect(
      actingAs(app, pair.payer, async (ctx) => {
        const loaded = await findDeal(ctx.tx, pair.formPk)
        if (!loaded) throw new Error('no deal')
        const decision = decide(await factsOf(ctx, loaded), {
          action: 'complain',
          by: 'payer',
          now: ctx.now,
          input: COMPLAINT,
        })
        if (!decision.ok) throw new Error(decision.code)
        return applyDecision(ctx, loaded, decision, {
          name: 'complain',
          by: 'payer',
          actorId: 1,
          data: {},
          ...(dispute ? { dispute } : {}),
        })
      }),
    ).rejects.toThrow('a dispute needs a reason and a statement')
})

it('a step has the reminders of its new deadline, and one that changes none keeps the old', async () => {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'in_delivery')
  const { due_from, next_reminder_at, due_at } = await rowOf(pair)
  expect(next_reminder_at - due_from).toBe(Math.floor((due_at - due_from) / 2))
  await take(app, pair.payee, pair.formPk, 'propose_extension', { due: inDays(60) })
  expect(await rowOf(pair)).toMatchObject({ due_from, next_reminder_at })
})
