/** Whom each step of a deal is told to, on the page and by mail: not to whoever took it, but where money is theirs to pay. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DealFacts, Decision } from '#core/lifecycle/facts.ts'
import { paise } from '#core/money.ts'
import { HOUR_MS } from '#core/time.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import { type DealRow, findDeal } from '#server/repositories/deals.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { peopleOf } from '#server/services/deal/participants.ts'
import { complaintToken } from '#server/services/notifications/complaint-link.ts'
import { withTokens } from '#server/services/notifications/mailed-token.ts'
import { notify } from '#server/services/notifications/notify.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import {
  bringTo,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  teammate,
} from '#test/support/people.ts'
import { sampleDispute } from '#test/support/sample-facts.ts'

const app = useApp()
let team: Person
let pair: Pair
let work: Pair
beforeAll(async () => {
  team = await teammate(app, 'Admin')
  pair = await offerShopping(app)
  work = await offerServices(app)
  for (const deal of [pair, work]) await bringTo(app, deal, 'funded')
})
const { query } = app
const clear = () => query('delete from notification; delete from email')
beforeEach(clear)

/** As a decision leaves a deal that is loaded: who was told on the page, and who by mail. */
async function noticedBy(
  of: Pair,
  event: {
    name: string
    by: 'payer' | 'payee' | 'team' | 'gateway' | 'lapse'
    data?: Record<string, unknown>
  },
  over: Partial<DealFacts> & {
    from?: Decision['from']
    hold?: Decision['hold']
    terms?: object
    mail?: 'turn'
  } = {},
) {
  const { from = 'agreed', hold = null, terms = {}, mail, ...facts } = over
  await query('update app_user set notice_mail = $2 where id = any($1)', [
    [of.payer.id, of.payee.id],
    mail ?? 'all',
  ])
  await actingAs(app, team, async (ctx) => {
    const loaded = await findDeal(ctx.tx, of.formPk)
    if (!loaded) throw new Error('no deal')
    const deal: DealRow = { ...loaded.deal, terms: { ...loaded.deal.terms, ...terms } }
    const next = { ...(await factsOf(ctx, loaded)), ...facts }
    const people = await peopleOf(ctx, deal)
    const numbered = { seq: 9, data: {}, ...event }
    const token = await complaintToken(ctx, numbered)
    const fees = { payer: null, payee: null }
    await notify(ctx, { deal, people, token }, numbered, { from, next, hold, fees })
  })
  const names = new Map([
    [of.payer.id, 'payer'],
    [of.payee.id, 'payee'],
    [team.id, 'team'],
  ])
  const notices = await query('select user_id, key, kind, deal_id from notification')
  const mails = await query('select user_id, content from email')
  for (const { key, kind, user_id, deal_id } of notices)
    expect([key, kind, deal_id]).toEqual([`deal:${of.formPk}:9:${user_id}`, event.name, of.formPk])
  return {
    noticed: notices.map(({ user_id }) => names.get(user_id)).sort(),
    mailed: mails.map(({ user_id }) => names.get(user_id)).sort(),
    mails,
  }
}

const split = { payerPaise: paise(0), payeePaise: paise(150_000), commissionPaise: paise(0) }
const dispute = sampleDispute()
const STEPS: readonly (readonly [
  string,
  Parameters<typeof noticedBy>[1],
  Parameters<typeof noticedBy>[2],
  string[],
  string[],
])[] = [
  ['what one did the other is told', { name: 'ship', by: 'payee' }, {}, ['payer'], ['payer']],
  [
    'an acceptance leaves the payer to pay',
    { name: 'accept', by: 'payee' },
    { status: 'agreed', from: 'proposed' },
    ['payer'],
    ['payer'],
  ],
  [
    'an acceptance by the payer leaves them to pay',
    { name: 'accept', by: 'payer' },
    { status: 'agreed', from: 'proposed' },
    ['payee'],
    ['payee', 'payer'],
  ],
  [
    'an offer link is taken in the seller’s name',
    { name: 'accept', by: 'payee' },
    { status: 'agreed', terms: { offer_link: 'x' } },
    ['payee', 'payer'],
    ['payee', 'payer'],
  ],
  [
    'another step of such a deal is not',
    { name: 'ship', by: 'payee' },
    { terms: { offer_link: 'x' } },
    ['payer'],
    ['payer'],
  ],
  [
    'money that came is its payer’s act, and mailed',
    { name: 'fund', by: 'gateway' },
    {},
    ['payee'],
    ['payee', 'payer'],
  ],
  [
    'a fee is the act of whoever paid it',
    { name: 'pay_fee', by: 'gateway', data: { party: 'payee' } },
    {},
    ['payer'],
    ['payee', 'payer'],
  ],
  [
    'and of nobody else',
    { name: 'pay_fee', by: 'gateway', data: { party: 'payer' } },
    {},
    ['payee'],
    ['payee', 'payer'],
  ],
  [
    'another step that names a side is not its act',
    { name: 'respond', by: 'payee', data: { party: 'payer' } },
    {},
    ['payer'],
    ['payer'],
  ],
  [
    'a deadline is nobody’s act',
    { name: 'trackingWindow', by: 'lapse' },
    { status: 'refunded', fundedAt: 1 },
    ['payee', 'payer'],
    ['payee', 'payer'],
  ],
  [
    'one that ends with money is mailed to both',
    { name: 'release', by: 'payer' },
    { status: 'released', hold: split },
    ['payee'],
    ['payee', 'payer'],
  ],
  [
    'a complaint leaves a fee to pay',
    { name: 'complain', by: 'payer' },
    { status: 'disputed', dispute },
    ['payee'],
    ['payee', 'payer'],
  ],
  [
    'a dispute before the team is told to it',
    { name: 'escalate', by: 'payee' },
    { status: 'mediation', dispute },
    ['payer', 'team'],
    ['payer', 'team'],
  ],
  [
    'a deadline that took its decision is told to the team',
    { name: 'decisionLimit', by: 'lapse' },
    { status: 'settled', dispute, hold: split },
    ['payee', 'payer', 'team'],
    ['payee', 'payer', 'team'],
  ],
  [
    'a decision of the team is told to both',
    { name: 'decide', by: 'team' },
    { status: 'settled', dispute, hold: split },
    ['payee', 'payer'],
    ['payee', 'payer'],
  ],
]

describe('a step of a deal', () => {
  it.each(STEPS)('%s', async (_name, event, over, noticed, mailed) =>
    expect(await noticedBy(pair, event, over)).toMatchObject({ noticed, mailed }),
  )
  it.each<[string, Parameters<typeof noticedBy>[1], Parameters<typeof noticedBy>[2], string[]]>([
    ['nothing of news', { name: 'ship', by: 'payee' }, { status: 'in_delivery' }, []],
    ['of their turn', { name: 'deliver', by: 'payee' }, { status: 'delivered' }, ['payer']],
    ['of the end', { name: 'cancel', by: 'payee' }, { status: 'refunded', hold: split }, ['payee', 'payer']],
  ])('who wants their turn alone is mailed %s', async (_name, event, over, mailed) =>
    expect((await noticedBy(pair, event, { ...over, mail: 'turn' })).mailed).toEqual(mailed),
  )
})

describe('the mail of a step', () => {
  it('in the reader’s quiet hours its mail waits', async () => {
    const hours = { from: new Date(Date.now() + 5.5 * HOUR_MS).getUTCHours(), until: 0 }
    hours.until = (hours.from + 2) % 24
    await query('update app_user set quiet_from = $2, quiet_until = $3 where id = $1', [
      pair.payer.id,
      hours.from,
      hours.until,
    ])
    await noticedBy(pair, { name: 'ship', by: 'payee' }, { dueAt: Date.now() + 90 * HOUR_MS })
    expect((await query('select not_before from email'))[0].not_before).not.toBeNull()
    await query('update app_user set quiet_from = null, quiet_until = null where id = $1', [pair.payer.id])
  })
  it.each<[string, Parameters<typeof noticedBy>[1], Decision['from'], string[]]>([
    ['an offer', { name: 'create', by: 'payer' }, null, [`offers`]],
    ['a change of one', { name: 'edit', by: 'payer' }, 'proposed', [`offers`]],
    ['one that is taken back', { name: 'withdraw', by: 'payer' }, 'proposed', [`offers`]],
    ['a deal that is called off', { name: 'withdraw', by: 'payer' }, 'agreed', ['deal']],
    ['an acceptance', { name: 'accept', by: 'payer' }, 'proposed', ['deal']],
  ])('after many offers of an hour %s is mailed as it should', async (_name, event, from, keys) => {
    await query(
      `insert into notification (key, kind, user_id, title, text, at) select 'many-' || n, 'create', $1, 'a', 'b', product_now() from generate_series(1, 5) n`,
      [pair.payee.id],
    )
    await actingAs(app, team, async (ctx) => {
      const loaded = await findDeal(ctx.tx, pair.formPk)
      if (!loaded) throw new Error('no deal')
      const next = { ...(await factsOf(ctx, loaded)), status: 'proposed' as const, fundedAt: null }
      const people = await peopleOf(ctx, loaded.deal)
      await notify(
        ctx,
        { deal: loaded.deal, people },
        { seq: 9, data: {}, ...event },
        { from, next, hold: null, fees: { payer: null, payee: null } },
      )
    })
    const rows = await query('select key from email where user_id = $1', [pair.payee.id])
    expect(rows.map(({ key }) => key.split(':')[0])).toEqual(keys)
  })
})

describe('a delivery that the payee alone claims', () => {
  const links = () =>
    query('select deal_id, user_id, expires_at, token_hash from complaint_link where deal_id = $1', [
      work.formPk,
    ])
  it.each<[string, Parameters<typeof noticedBy>[1], number]>([
    ['has a link to complain', { name: 'deliver', by: 'payee' }, 1],
    ['with the code of the door has none', { name: 'deliver', by: 'payee', data: { handover: true } }, 0],
    ['by another has none', { name: 'deliver', by: 'team' }, 0],
    ['is no other step', { name: 'start', by: 'payee' }, 0],
  ])('%s', async (_name, event, count) => {
    await query('delete from complaint_link')
    await noticedBy(work, event, { status: 'delivered' })
    expect(await links()).toHaveLength(count)
  })
  it('the link is the payer’s alone, for seven days, and in the log', async () => {
    const { mails } = await noticedBy(work, { name: 'deliver', by: 'payee' }, { status: 'delivered' })
    const [link] = await links()
    expect(link.user_id).toBe(work.payer.id)
    expect(Math.abs(link.expires_at - Date.now() - 7 * 24 * HOUR_MS)).toBeLessThan(60_000)
    const own = mails.find(({ user_id }) => user_id === work.payer.id)
    expect(own?.content.otherLink).toEqual({
      ...{ label: 'Complain:', text: expect.stringContaining('opens a complaint without your password') },
      link: expect.stringMatching(/^http:\/\/amanat\.test\/complain\/\{token:[\w-]{43}\}$/),
    })
    expect((await auditOf(app, work.formPk)).at(-1)).toMatchObject({
      action: 'complaint_link_sent',
      actor_id: null,
      subject_type: 'deal',
    })
    const [filled] = await actingAs(app, team, (ctx) => withTokens(ctx, [own as { content: never }]))
    const token = /complain\/([\w-]{43})$/.exec(
      (filled?.content as never as { otherLink: { link: string } } | undefined)?.otherLink.link ?? '',
    )?.[1]
    expect(tokenHash(token ?? '')).toEqual(link.token_hash)
  })
})
