/** A deal as its payer, its payee and the team are shown it: to each what is theirs. */
import { beforeAll, describe, expect, it } from 'vitest'
import { readsOf } from '#server/db/transaction.ts'
import { rateDeal } from '#server/services/deals/rate.ts'
import { countWhatNeedsMe, listMyDeals, readDeal, readHeld } from '#server/services/deals/read.ts'
import { trackOfLink, welcomeToOffer } from '#server/services/deals/welcome.ts'
import { checkLink } from '#server/services/links/check-link.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { takeBack } from '#test/support/chargebacks.ts'
import {
  accept,
  bringTo,
  inDays,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { addTarget } from '#test/support/targets-of-people.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Mediator')
})
const { query } = app
const read = (who: Person, { formPk }: Pair, options: Parameters<typeof actingAs>[3] = {}) =>
  actingAs(app, who, (ctx) => readDeal(ctx, formPk), options)
const goods = async (state?: Parameters<typeof bringTo>[2]) => {
  const pair = await offerShopping(app)
  if (state) await bringTo(app, pair, state)
  return pair
}
const work = async (state?: Parameters<typeof bringTo>[2]) => {
  const pair = await offerServices(app)
  if (state) await bringTo(app, pair, state)
  return pair
}

describe('the two of an offer', () => {
  it('of goods: its maker by name, the seller by the shop that the offer names', async () => {
    const pair = await goods()
    const { parties, me, creator, whose_move } = await read(pair.payer, pair)
    expect(parties).toEqual({
      payer: { name: 'Asha Rao', phone_number: pair.payer.phone, again: { yes: 0, of: 0 } },
      payee: {
        ...{ name: pair.payee.business, phone_number: pair.payee.phone, again: { yes: 0, of: 0 } },
        ...{ verified_name: null, business_name: pair.payee.business },
      },
    })
    expect([me, creator, whose_move]).toEqual(['payer', 'payer', ['payee']])
    expect((await read(pair.payee, pair)).parties.payee.phone_number).toBeNull()
  })
  it('of work: its maker by name, the client as the offer names them', async () => {
    const pair = await work()
    const { parties } = await read(pair.payee, pair)
    expect([parties.payer.name, parties.payer.phone_number]).toEqual(['Client Person', pair.payer.phone])
    expect([parties.payee.name, parties.payee.business_name]).toEqual(['Asha Rao', null])
  })
  it('that is agreed are both named by their accounts', async () => {
    const [shop, client] = [await goods('agreed'), await work('agreed')]
    expect((await read(shop.payer, shop)).parties.payee).toMatchObject({
      ...{ name: 'Asha Rao', phone_number: shop.payee.phone, business_name: shop.payee.business },
    })
    expect((await read(client.payee, client)).parties.payer.name).toBe('Asha Rao')
  })
  it('a deleted account has no number', async () => {
    const pair = await goods('agreed')
    await query('update app_user set deleted_at = now() where id = $1', [pair.payee.id])
    expect((await read(pair.payer, pair)).parties.payee.phone_number).toBeNull()
    expect((await read(pair.payer, pair)).parties.payer.phone_number).toBe(pair.payer.phone)
  })
  it('the name at the bank is shown of a payee who is in it', async () => {
    const pair = await work('agreed')
    await addTarget(app, testSettings, { userId: pair.payee.id, bank_name: 'ASHA RAO' })
    expect((await read(pair.payer, pair)).parties.payee.verified_name).toBe('ASHA RAO')
  })
  it('and how many would deal with each again', async () => {
    const pair = await work('delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    await actingAs(app, pair.payer, (ctx) => rateDeal(ctx, pair.formPk, true))
    await actingAs(app, pair.payee, (ctx) => rateDeal(ctx, pair.formPk, false))
    const { parties } = await read(pair.payer, pair)
    expect([parties.payer.again, parties.payee.again]).toEqual([
      { yes: 0, of: 1 },
      { yes: 1, of: 1 },
    ])
  })
})

describe('a rating', () => {
  const rate = (who: Person, { formPk }: Pair, isGood = true) =>
    actingAs(app, who, (ctx) => rateDeal(ctx, formPk, isGood))
  it('is open to both once the deal has ended, and given once', async () => {
    const pair = await work('delivered')
    expect((await read(pair.payer, pair)).rating).toEqual({ open: false, given: null })
    await expect(rate(pair.payer, pair)).rejects.toMatchObject({ code: 'wrong_state' })
    await take(app, pair.payer, pair.formPk, 'release')
    expect((await read(pair.payer, pair)).rating).toEqual({ open: true, given: null })
    expect((await rate(pair.payer, pair, false)).id).toBe(pair.formPk)
    expect((await read(pair.payer, pair)).rating).toEqual({ open: false, given: false })
    expect((await read(pair.payee, pair)).rating).toEqual({ open: true, given: null })
    await expect(rate(pair.payer, pair)).rejects.toMatchObject({ code: 'limit_reached' })
    const rows = await query('select rater_id, rated_id, is_good from deal_rating where deal_id = $1', [
      pair.formPk,
    ])
    expect(rows).toEqual([{ rater_id: pair.payer.id, rated_id: pair.payee.id, is_good: false }])
  })
  it('is none of the team’s, and none of what was never paid', async () => {
    const pair = await work('delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    expect((await read(team, pair)).rating).toEqual({ open: false, given: null })
    await expect(rate(team, pair)).rejects.toMatchObject({ code: 'forbidden' })
    const unpaid = await work('agreed')
    await take(app, unpaid.payer, unpaid.formPk, 'withdraw')
    await expect(rate(unpaid.payer, unpaid)).rejects.toMatchObject({ code: 'wrong_state' })
    const offer = await work()
    await expect(rate(offer.payee, offer)).rejects.toMatchObject({ code: 'wrong_state' })
  })
})

describe('money', () => {
  it('that is due is asked of its payer, with the pay-in that is open', async () => {
    const pair = await goods('agreed')
    const { body } = await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payer.token })
    const own = await read(pair.payer, pair)
    expect([own.to_pay, own.payment?.id]).toEqual([{ purpose: 'amount', amount_paise: 150_000 }, body.id])
    const others = await read(pair.payee, pair)
    expect([others.to_pay, others.payment, others.payee_waits]).toEqual([null, null, null])
  })
  it('that is held is shown to both, and no payout yet', async () => {
    const pair = await work('funded')
    for (const who of [pair.payer, pair.payee, team]) {
      const { money, payouts, paid_out } = await read(who, pair)
      expect(money).toMatchObject({
        held_paise: 2_000_000,
        payee_paise: 0,
        payer_paise: 0,
        commission_paise: 0,
      })
      expect([payouts, paid_out]).toEqual([[], { payer: false, payee: false }])
    }
  })
  it('that went to the payee is a payout of theirs, and to the payer a sum', async () => {
    const pair = await work('delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    const payout = {
      to: 'payee',
      purpose: 'release',
      pay_in_purpose: null,
      amount_paise: 1_900_000,
      status: 'queued',
      held_because: [],
      held_until: null,
    }
    const own = await read(pair.payee, pair)
    expect([own.payouts, own.paid_out, own.set_off_paise]).toEqual([
      [payout],
      { payer: false, payee: false },
      undefined,
    ])
    expect(own.money).toMatchObject({ held_paise: 0, payee_paise: 1_900_000, commission_paise: 100_000 })
    expect((await read(pair.payer, pair)).payouts).toEqual([])
    expect((await read(team, pair)).payouts).toEqual([payout])
    await app.runJobs()
    expect((await read(pair.payee, pair)).paid_out).toEqual({ payer: false, payee: true })
  })
  it('that waits for the team is told to the payee in other words', async () => {
    const pair = await work('delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    const until = new Date('2030-01-01T06:30:00Z')
    await query(
      `update payout set status = 'held', held_because = '{velocity}', held_until = $2 where deal_id = $1`,
      [pair.formPk, until],
    )
    const shown = { status: 'held', held_until: '2030-01-01T12:00:00.000+05:30' }
    expect((await read(pair.payee, pair)).payouts).toMatchObject([{ ...shown, held_because: ['team_check'] }])
    expect((await read(team, pair)).payouts).toMatchObject([{ ...shown, held_because: ['velocity'] }])
  })
})

describe('money that has gone', () => {
  it('that went back has its advice for the payer and the team', async () => {
    const pair = await work('funded')
    await take(app, pair.payee, pair.formPk, 'cancel')
    const papers = async (who: Person) => (await read(who, pair)).papers
    expect(await papers(pair.payer)).toEqual(['agreement', 'receipt', 'refund-advice'])
    expect(await papers(team)).toEqual(['agreement', 'receipt', 'refund-advice'])
    expect(await papers(pair.payee)).toEqual(['agreement', 'receipt'])
  })
  it('of a release has none', async () => {
    const pair = await work('delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    for (const who of [pair.payee, team])
      expect((await read(who, pair)).papers).toEqual(['agreement', 'receipt'])
  })
  it('that was set off against a debt has arrived, though nothing is sent', async () => {
    const debtor = await goods('funded')
    await take(app, debtor.payee, debtor.formPk, 'cancel')
    await takeBack(app, debtor.formPk)
    const pair = await goods('funded')
    await query(`select post('all-of-it-' || $1, 'deposit_reversed', null, null, $2, $3)`, [
      ...[pair.formPk, ['gateway:sandbox', `receivable:${pair.payer.id}`], [150_000, -150_000]],
    ])
    await take(app, pair.payee, pair.formPk, 'cancel')
    const own = await read(pair.payer, pair)
    expect([own.set_off_paise, own.paid_out, own.payouts]).toEqual([
      150_000,
      { payer: true, payee: false },
      [],
    ])
    expect((await read(pair.payee, pair)).set_off_paise).toBeUndefined()
    expect((await read(team, pair)).set_off_paise).toBeUndefined()
  })
})

describe('the way of a parcel', () => {
  it('is shown with the courier’s page, and the door’s code to the payer alone', async () => {
    const pair = await goods('funded')
    await take(app, pair.payee, pair.formPk, 'ship', { courier: 'hand', tracking_number: 'A1' })
    const own = await read(pair.payer, pair)
    expect(own.tracking).toMatchObject({ courier: 'hand', tracking_number: 'A1', unusual: false })
    expect(own.handover_code).toMatch(/^\d+$/)
    expect((await read(pair.payee, pair)).handover_code).toBeNull()
    expect(own.return_tracking).toBeNull()
    await query(`update deal set courier = 'delhivery', tracking_number = 'x' where id = $1`, [pair.formPk])
    expect((await read(pair.payer, pair)).tracking).toMatchObject({ courier: 'delhivery', unusual: true })
    await query(`update deal set return_courier = 'delhivery' where id = $1`, [pair.formPk])
    expect((await read(pair.payer, pair)).return_tracking).toBeNull()
    await query(
      `update deal set return_tracking_number = '12345678901', tracking_number = null where id = $1`,
      [pair.formPk],
    )
    const back = await read(pair.payer, pair)
    expect([back.tracking, back.return_tracking]).toMatchObject([
      null,
      {
        courier: 'delhivery',
        tracking_number: '12345678901',
        unusual: false,
        url: expect.stringContaining('http'),
      },
    ])
  })
})

describe('the rest of a deal', () => {
  it('has its history, its terms, its link and its chat', async () => {
    const pair = await work('in_delivery')
    const deal = await read(pair.payee, pair, { settings: { chatUrl: 'https://chat.example/{form_pk}' } })
    expect(deal.chat_url).toBe(`https://chat.example/${pair.formPk}`)
    expect((await read(pair.payee, pair)).chat_url).toBeNull()
    expect(deal.events.map(({ seq, name, by, terms_version }) => [seq, name, by, terms_version])).toEqual([
      [1, 'create', 'payee', 1],
      [2, 'accept', 'payer', 1],
      [3, 'fund', 'gateway', 1],
      [4, 'start', 'payee', 1],
    ])
    expect(deal.events[0]).toMatchObject({
      hash: expect.any(String),
      data: expect.objectContaining({ deliverables: 'A logo in three sizes' }),
      at: expect.stringMatching(/\+05:30$/),
    })
    expect(deal).toMatchObject({
      ...{
        form_pk: pair.formPk,
        track: 'services',
        status: 'in_delivery',
        terms_version: 1,
        me: 'payee',
        dispute: null,
      },
      ...{
        link: `http://amanat.test/api/transactions/services/?form_pk=${pair.formPk}`,
        files: [],
        extension_to: null,
      },
      ...{ due_event: 'deliveryDue', payment_claim: null, handover_code: null, tracking: null },
    })
    expect(deal.lapse).not.toBeNull()
    expect(deal.policy.offerValidityMs).toBe(testSettings.policy.offerValidityMs)
  })
  it('a later date that was asked for is shown', async () => {
    const pair = await work('in_delivery')
    const due = inDays(40)
    await take(app, pair.payee, pair.formPk, 'propose_extension', { due })
    expect(Date.parse((await read(pair.payer, pair)).extension_to ?? '')).toBe(Date.parse(due))
  })
  it('while it stands still no deadline runs, on its page and in the list', async () => {
    const pair = await work('funded')
    const before = await read(pair.payer, pair)
    expect([before.due_at, before.due_event]).toEqual([expect.any(String), 'unresponsiveness'])
    await takeBack(app, pair.formPk)
    const after = await read(pair.payer, pair)
    expect([after.due_at, after.due_event, after.actions]).toEqual([null, null, []])
    const { rows } = await actingAs(app, pair.payer, (ctx) =>
      listMyDeals(ctx, { page: 1, page_size: 9, show: 'open' }),
    )
    expect(rows[0]).toMatchObject({ form_pk: pair.formPk, due_at: null })
  })
})

describe('the list of my deals', () => {
  const list = (who: Person, show: 'open' | 'ended' = 'open', options = {}) =>
    actingAs(app, who, (ctx) => listMyDeals(ctx, { page: 1, page_size: 9, show }), options)
  it('names the other side as the offer does, and says whose move it is', async () => {
    const pair = await goods()
    expect((await list(pair.payer)).rows).toEqual([
      {
        ...{
          form_pk: pair.formPk,
          link: `http://amanat.test/api/transactions/shopping/?form_pk=${pair.formPk}`,
          track: 'shopping',
        },
        ...{
          me: 'payer',
          title: 'Phone',
          photo: null,
          other_party: pair.payee.business,
          amount: 1_500,
          amount_paise: 150_000,
        },
        ...{
          status: 'proposed',
          due_at: expect.any(String),
          due_event: 'offerValidity',
          whose_move: ['payee'],
          payment_claimed: false,
        },
        created_at: expect.stringMatching(/\+05:30$/),
      },
    ])
    expect((await list(pair.payee)).rows).toMatchObject([{ me: 'payee', other_party: 'Asha Rao' }])
    const client = await work()
    expect((await list(client.payee)).rows).toMatchObject([
      { me: 'payee', title: 'A logo in three sizes', other_party: 'Client Person' },
    ])
    expect((await list(client.payer)).rows).toMatchObject([{ me: 'payer' }])
  })
  it('knows whose move a dispute is', async () => {
    const pair = await work('delivered')
    await take(app, pair.payer, pair.formPk, 'complain', {
      reason: 'late',
      statement: 'Late',
      wanted: 'full_refund',
    })
    expect((await list(pair.payee)).rows).toMatchObject([
      { status: 'disputed', whose_move: expect.arrayContaining(['payee']) },
    ])
  })
  it('has no offers to a number that is not proved', async () => {
    const pair = await goods()
    expect((await list(pair.payee, 'open', { settings: { verification: 'on' } })).rows).toEqual([])
    expect((await list(pair.payer, 'open', { settings: { verification: 'on' } })).rows).toHaveLength(1)
  })
  it('counts what needs me: my moves and what is of no deal; of the team its notices', async () => {
    const pair = await goods()
    const counts = (who: Person) => actingAs(app, who, countWhatNeedsMe)
    expect(await counts(pair.payee)).toEqual({ unread: 1, needs_me: 1 })
    expect(await counts(pair.payer)).toEqual({ unread: 0, needs_me: 0 })
    await query(
      `insert into notification (key, kind, user_id, title, text, at) values ('x-' || $1::bigint, 'payout', $1::bigint, 'a', 'b', now())`,
      [pair.payer.id],
    )
    expect(await counts(pair.payer)).toEqual({ unread: 1, needs_me: 1 })
    await query(
      `insert into notification (key, kind, user_id, deal_id, title, text, at) values ('y-' || $1::bigint, 'x', $1::bigint, $2, 'a', 'b', now())`,
      [team.id, pair.formPk],
    )
    const ofTeam = await counts(team)
    expect(ofTeam.needs_me).toBe(ofTeam.unread)
  })
  it('adds up what is held: by me, and for me', async () => {
    const [pair, second] = [await work('funded'), await work()]
    expect(await actingAs(app, pair.payer, readHeld)).toEqual({ by_me_paise: 2_000_000, for_me_paise: 0 })
    expect(await actingAs(app, pair.payee, readHeld)).toEqual({ by_me_paise: 0, for_me_paise: 2_000_000 })
    expect(await actingAs(app, second.payer, readHeld)).toEqual({ by_me_paise: 0, for_me_paise: 0 })
  })
})

describe('what a link tells anybody', () => {
  const check = (code: string) =>
    actingAs(app, team, (ctx) =>
      checkLink(ctx, { reads: readsOf(app.db.runInTransaction), isPage: () => false }, code),
    )
  it('that it is genuine, and the stage', async () => {
    const pair = await goods()
    const genuine = {
      genuine: true,
      track: 'shopping',
      status: 'proposed',
      made_at: expect.stringMatching(/\+05:30$/),
    }
    expect(await check(pair.formPk)).toEqual(genuine)
    expect(await check(`http://amanat.test/api/transactions/shopping/?form_pk=${pair.formPk}`)).toEqual(
      genuine,
    )
    expect(await check(`http://amanat.test/api/transactions/services/?form_pk=${pair.formPk}`)).toEqual({
      genuine: false,
    })
    expect(await check(`http://other.test/d/${pair.formPk}`)).toEqual({ genuine: false })
    expect(await check('nothing')).toEqual({ genuine: false })
    expect(await check(`${pair.formPk.slice(0, -1)}${pair.formPk.endsWith('0') ? '1' : '0'}`)).toEqual({
      genuine: false,
    })
  })
  it('of an open offer: from whom, and to which number', async () => {
    const pair = await goods()
    const welcome = (formPk: string, laterMs = 0) =>
      actingAs(app, team, (ctx) => welcomeToOffer(ctx, formPk), { laterMs })
    expect(await welcome(pair.formPk)).toEqual({
      open: true,
      track: 'shopping',
      from: 'Asha R.',
      phone_ends: pair.payee.phone.slice(-2),
    })
    expect(await welcome(pair.formPk, testSettings.policy.offerValidityMs + 60_000)).toEqual({ open: false })
    await accept(app, pair)
    expect(await welcome(pair.formPk)).toEqual({ open: false })
    expect(await welcome('none')).toEqual({ open: false })
    const client = await work()
    expect(await actingAs(app, team, (ctx) => trackOfLink(ctx, client.formPk))).toBe('services')
    expect(await actingAs(app, team, (ctx) => trackOfLink(ctx, 'none'))).toBe('shopping')
  })
})

it('a stranger is shown none', async () => {
  const [pair, stranger] = [await work('funded'), await person(app, 'Buyer')]
  await expect(read(stranger, pair)).rejects.toMatchObject({ code: 'not_found' })
})
