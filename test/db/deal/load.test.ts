/** Who may load a deal, whose an open offer becomes, its people, and its rows as facts and back. */
import { beforeAll, describe, expect, it } from 'vitest'
import { findDeal } from '#server/repositories/deals.ts'
import type { UserCtx } from '#server/services/context.ts'
import { columnsOf, factsOf } from '#server/services/deal/facts.ts'
import { getDealFor, lockDealFor, viewDealFor } from '#server/services/deal/load.ts'
import { participantsOf, peopleOf } from '#server/services/deal/participants.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import {
  bringTo,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  person,
  teammate,
} from '#test/support/people.ts'
import { bringToStatus } from '#test/support/stages.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Mediator')
})
const { query } = app
const as = <T>(who: Person, work: (ctx: UserCtx) => Promise<T>, settings: object = {}, laterMs = 0) =>
  actingAs(app, who, work, { settings, laterMs })
const loaded = (id: string) =>
  as(team, async (ctx) => {
    const deal = await findDeal(ctx.tx, id)
    if (!deal) throw new Error('no deal')
    return deal
  })
const boundTo = async ({ formPk }: Pair) =>
  (await query('select counterparty_id from deal where id = $1', [formPk]))[0].counterparty_id

describe('a deal is loaded', () => {
  /** To a number that nobody had when it was offered. */
  async function unbound(): Promise<Pair> {
    const pair = await offerServices(app)
    await query('update deal set counterparty_id = null where id = $1', [pair.formPk])
    return pair
  }
  it('for its two and the team, whose look is kept, and for nobody else', async () => {
    const pair = await offerShopping(app)
    for (const [who, viewer] of [
      [pair.payer, 'payer'],
      [pair.payee, 'payee'],
      [team, 'team'],
    ] as const)
      expect((await as(who, (ctx) => getDealFor(ctx, pair.formPk))).viewer).toBe(viewer)
    const stranger = await person(app, 'Buyer')
    for (const load of [getDealFor, lockDealFor])
      for (const id of [pair.formPk, 'none'])
        await expect(as(stranger, (ctx) => load(ctx, id))).rejects.toMatchObject({ code: 'not_found' })
    const views = await query(`select actor_id from audit_event where subject_id = $1 and actor_id = $2`, [
      pair.formPk,
      team.id,
    ])
    expect(views.length).toBeGreaterThan(0)
  })
  it('an open offer is its first reader’s from then on', async () => {
    const pair = await unbound()
    await as(pair.payee, (ctx) => getDealFor(ctx, pair.formPk))
    await as(team, (ctx) => getDealFor(ctx, pair.formPk))
    expect(await boundTo(pair)).toBeNull()
    const { deal, viewer } = await as(pair.payer, (ctx) => getDealFor(ctx, pair.formPk))
    expect([deal.counterparty_id, viewer, await boundTo(pair)]).toEqual([
      pair.payer.id,
      'payer',
      pair.payer.id,
    ])
  })
  it('by whoever comes second to one that was open a moment ago is not found', async () => {
    const pair = await unbound()
    const { deal } = await loaded(pair.formPk)
    const other = await person(app, 'Client')
    await query('update deal set counterparty_id = $2 where id = $1', [pair.formPk, other.id])
    await expect(as(pair.payer, (ctx) => viewDealFor(ctx, deal))).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a deal’s people', () => {
  it('are its maker and who has it, or else who has the number that it names', async () => {
    const pair = await offerServices(app)
    const idsOf = async (over: object = {}) =>
      as(team, async (ctx) =>
        (await peopleOf(ctx, { ...(await findDeal(ctx.tx, pair.formPk))?.deal, ...over } as never))
          .map(({ id }) => id)
          .toSorted((a, b) => a - b),
      )
    const both = [pair.payer.id, pair.payee.id].toSorted((a, b) => a - b)
    expect(await idsOf()).toEqual(both)
    const later = await person(app, 'Client')
    expect(await idsOf({ counterparty_phone: later.phone })).toEqual(both)
    expect(await idsOf({ counterparty_id: null })).toEqual(both)
    expect(await idsOf({ counterparty_id: null, counterparty_phone: '9777700000' })).toEqual([pair.payee.id])
    expect(await idsOf({ counterparty_id: later.id, payer_id: pair.payer.id })).toEqual(both)
    const { payer, payee } = await as(team, async (ctx) =>
      participantsOf(ctx, (await loaded(pair.formPk)).deal),
    )
    expect([payer.id, payee.id]).toEqual([pair.payer.id, pair.payee.id])
  })
})

describe('a deal’s facts', () => {
  it('are what its rows say, its dispute and its open offer among them', async () => {
    const pair = await offerServices(app)
    await bringToStatus(app, { ...pair, team, track: 'services' }, 'negotiating')
    await query('update deal set more_time_asked = true, changes_requested = 2 where id = $1', [pair.formPk])
    const deal = await loaded(pair.formPk)
    const facts = await as(team, (ctx) => factsOf(ctx, deal))
    const [offer] = await query('select id from offer where deal_id = $1', [pair.formPk])
    expect(facts).toMatchObject({
      ...{
        track: 'services',
        status: 'negotiating',
        creator: 'payee',
        amountPaise: 2_000_000,
        commissionBasisPoints: 500,
      },
      ...{
        cancellationFeeBasisPoints: 1_000,
        termsVersion: 1,
        completionAt: deal.deal.completion_at?.getTime(),
      },
      ...{
        fundedAt: deal.deal.funded_at?.getTime(),
        deliveredAt: deal.deal.delivered_at?.getTime(),
        dueAt: deal.deal.due_at?.getTime(),
      },
      ...{
        deliveryDueAt: deal.deal.delivery_due_at?.getTime(),
        dueEvent: deal.deal.due_event,
        moreTimeAsked: true,
        changesRequested: 2,
        frozenSince: null,
      },
      dispute: {
        ...{ complainant: 'payer', feePaidPaise: { payer: 5_000, payee: 5_000 }, escalatedBy: [] },
        ...{
          filedAt: deal.dispute?.filed_at.getTime(),
          offer: { id: offer.id, by: 'payee', payerSharePaise: 100 },
        },
      },
    })
    expect(columnsOf(facts)).toMatchObject({
      ...{
        status: 'negotiating',
        terms_version: 1,
        funded_at: deal.deal.funded_at,
        delivered_at: deal.deal.delivered_at,
      },
      ...{
        due_at: deal.deal.due_at,
        due_event: deal.deal.due_event,
        delivery_due_at: deal.deal.delivery_due_at,
      },
      ...{ more_time_asked: true, changes_requested: 2, extension_to: deal.deal.extension_to },
    })
  })
  it('of an offer of goods have none of these', async () => {
    const pair = await offerShopping(app)
    const facts = await as(team, async (ctx) => factsOf(ctx, await loaded(pair.formPk)))
    expect(facts).toMatchObject({
      ...{
        creator: 'payer',
        completionAt: null,
        fundedAt: null,
        deliveredAt: null,
        deliveryDueAt: null,
        dispute: null,
        extensionTo: null,
      },
    })
  })
})

it('a deal that is agreed knows its two by their accounts', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
  const { isAgreed, payee } = await as(team, async (ctx) =>
    participantsOf(ctx, (await loaded(pair.formPk)).deal),
  )
  expect([isAgreed, payee.id, payee.name]).toEqual([true, pair.payee.id, `${pair.payee.business} (Asha Rao)`])
})
