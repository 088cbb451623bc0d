/**
 * What people are told beside the steps of a deal, as it was last read: test/fixtures/mails/money.txt. To whom, in their
 * language, with its way on. `npx vitest run --project db payment-notifications --update` writes it anew, to be read before it is kept.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChargebackRow } from '#server/repositories/chargebacks.ts'
import { findDeal } from '#server/repositories/deals.ts'
import type { PayInRow, PayoutRow } from '#server/repositories/payments.ts'
import { findUser } from '#server/repositories/users.ts'
import type { UserCtx } from '#server/services/context.ts'
import { notifyOfAccount } from '#server/services/notifications/account-notifications.ts'
import { notifyOfChargeback } from '#server/services/notifications/chargeback-notifications.ts'
import { notifyOfClaim, notifyOfUnseenClaim } from '#server/services/notifications/claim-notifications.ts'
import { tellAsked, tellDeclined } from '#server/services/notifications/deal-requests.ts'
import { notifyOfFreeze } from '#server/services/notifications/freeze-notifications.ts'
import { tellInviters } from '#server/services/notifications/invite-joined.ts'
import {
  notifyOfDebtPaid,
  notifyOfPayment,
  notifyOfSetOff,
  type PaymentProblem,
} from '#server/services/notifications/payment-notifications.ts'
import { queueAccountEmail } from '#server/services/notifications/queue-email.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { bringTo, offerShopping, type Pair, type Person, person, teammate } from '#test/support/people.ts'

const app = useApp()
let team: Person
let pair: Pair
beforeAll(async () => {
  team = await teammate(app, 'Admin')
  pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
  await query(`update app_user set locale = 'hi', first_name = 'Ravi', last_name = 'Shah' where id = $1`, [
    pair.payee.id,
  ])
})
const { query } = app

const UNTIL = Date.parse('2026-12-01T12:00:00+05:30')
const deal = async ({ tx }: UserCtx) => {
  const loaded = await findDeal(tx, pair.formPk)
  if (!loaded) throw new Error('no deal')
  return loaded.deal
}
const payout = (over: Partial<PayoutRow>): PaymentProblem => ({
  payout: {
    ...{ id: 'p1', user_id: pair.payee.id, deal_id: pair.formPk, amount_paise: 142_500, status: 'paid' },
    ...{ destination: 'asha@okbank', provider_ref: 'bank-7', by_transfer: false, recipient: null, ...over },
  } as PayoutRow,
})
const stranger = { user_id: null, deal_id: null, recipient: 'A STRANGER' }
const stray = (reason: 'late' | 'double' | 'short' | 'over'): PaymentProblem => ({
  ...{ reason, paymentId: `pay-${reason}`, amountPaise: 100_000, userId: pair.payer.id, dealId: pair.formPk },
  due: { amountPaise: 150_000, until: reason === 'short' ? UNTIL : null },
})
const alarm = (
  reason: 'unexplained' | 'taken_back' | 'hold_stuck' | 'hold_ends',
  count?: number,
): PaymentProblem => ({
  ...{ reason, paymentId: `${reason}-${count}`, amountPaise: 300_000, ...(count ? { count } : {}) },
})
const chargeback = (state: ChargebackRow['state'], over: Partial<ChargebackRow> = {}) =>
  ({
    ...{
      provider: 'razorpay',
      dispute_id: `d-${state}`,
      state,
      amount_paise: 90_000,
      respond_by: new Date(UNTIL),
    },
    ...{ ended_at: ['open', 'under_review'].includes(state) ? null : new Date(UNTIL), ...over },
  }) as ChargebackRow
const setOff = (purpose: 'release' | 'refund', owedPaise: number) => ({
  ...{ userId: purpose === 'release' ? pair.payee.id : pair.payer.id, dealId: pair.formPk, purpose },
  ...{ setOffPaise: 40_000, paidPaise: 60_000, owedPaise },
})
const utr = { id: 7, utr: '632600001111', amount_paise: 150_000, deal_id: 'd', purpose: 'amount' as const }

type Told = readonly [what: string, tell: (ctx: UserCtx) => Promise<unknown>]
const payoutsTold: readonly Told[] = [
  ['a payout that was paid', (ctx) => notifyOfPayment(ctx, payout({}))],
  [
    'a payout that was paid, without a reference or a deal',
    (ctx) => notifyOfPayment(ctx, payout({ provider_ref: null, deal_id: null })),
  ],
  ['a payout that nothing can be sent by', (ctx) => notifyOfPayment(ctx, payout({ status: 'review' }))],
  [
    'a payout that nothing can be sent by, to nowhere',
    (ctx) => notifyOfPayment(ctx, payout({ status: 'review', destination: null })),
  ],
  ['a payout that came back', (ctx) => notifyOfPayment(ctx, payout({ status: 'returned' }))],
  [
    'a refund that its provider cannot make',
    (ctx) => notifyOfPayment(ctx, payout({ status: 'held', by_transfer: true, user_id: pair.payer.id })),
  ],
  ['a payout that waits', (ctx) => notifyOfPayment(ctx, payout({ status: 'held' }))],
  ['a stranger’s payout that was paid', (ctx) => notifyOfPayment(ctx, payout(stranger))],
  [
    'a stranger’s payout that came back',
    (ctx) => notifyOfPayment(ctx, payout({ ...stranger, status: 'returned' })),
  ],
  [
    'a stranger’s payout that nothing can be sent by',
    (ctx) => notifyOfPayment(ctx, payout({ ...stranger, status: 'review' })),
  ],
  [
    'a stranger’s payout to nobody by name',
    (ctx) => notifyOfPayment(ctx, payout({ ...stranger, recipient: null, status: 'review' })),
  ],
]
const paymentsTold: readonly Told[] = [
  ...(['late', 'double', 'short', 'over'] as const).map(
    (reason): Told => [`money that came ${reason}`, (ctx) => notifyOfPayment(ctx, stray(reason))],
  ),
  [
    'money from nobody we know',
    (ctx) => notifyOfPayment(ctx, { reason: 'unknown', paymentId: 'pay-u', amountPaise: 100_000 }),
  ],
  ['money that left unexplained', (ctx) => notifyOfPayment(ctx, alarm('unexplained'))],
  ['one payment that left unexplained', (ctx) => notifyOfPayment(ctx, alarm('unexplained', 1))],
  ['three payments that left unexplained', (ctx) => notifyOfPayment(ctx, alarm('unexplained', 3))],
  ...(['taken_back', 'hold_stuck', 'hold_ends'] as const).map(
    (reason): Told => [reason, (ctx) => notifyOfPayment(ctx, alarm(reason))],
  ),
  ['a set-off with a rest', (ctx) => notifyOfSetOff(ctx, setOff('release', 20_000))],
  ['the last set-off', (ctx) => notifyOfSetOff(ctx, setOff('refund', 0))],
  [
    'a debt paid in part',
    (ctx) =>
      notifyOfDebtPaid(ctx, { userId: pair.payer.id, transferId: 'debt-1', paidPaise: 100, owedPaise: 1 }),
  ],
  [
    'a debt paid',
    (ctx) =>
      notifyOfDebtPaid(ctx, { userId: pair.payee.id, transferId: 'debt-2', paidPaise: 100, owedPaise: 0 }),
  ],
]
const dealsTold: readonly Told[] = [
  ...(['activated', 'needs_clarification', 'refused', 'submitted', 'under_review'] as const).map(
    (state): Told => [`an account that is ${state}`, (ctx) => notifyOfAccount(ctx, pair.payee.id, state)],
  ),
  ...(['open', 'under_review', 'closed', 'won', 'lost'] as const).map(
    (state): Told => [
      `a dispute at the bank: ${state}`,
      async (ctx) => notifyOfChargeback(ctx, await deal(ctx), chargeback(state)),
    ],
  ),
  [
    'a dispute at the bank without a day',
    async (ctx) =>
      notifyOfChargeback(ctx, await deal(ctx), chargeback('open', { respond_by: null, dispute_id: 'd-x' })),
  ],
  ...(['taken_back', 'disputed', null] as const).map(
    (cause): Told => [
      `a deal that stands still: ${cause ?? 'no more'}`,
      async (ctx) => notifyOfFreeze(ctx, await deal(ctx), { cause, amountPaise: 90_000 }),
    ],
  ),
  [
    '"I have paid"',
    async (ctx) =>
      notifyOfClaim(ctx, await deal(ctx), {
        payIn: { id: 'in-1', party: 'payer', purpose: 'amount', amount_paise: 150_000 } as PayInRow,
        lookUntil: UNTIL,
      }),
  ],
  [
    '"I have paid" a fee',
    async (ctx) =>
      notifyOfClaim(ctx, await deal(ctx), {
        payIn: { id: 'in-2', party: 'payee', purpose: 'fee', amount_paise: 5_000 } as PayInRow,
        lookUntil: UNTIL,
      }),
  ],
  [
    'a payment of the payer that no statement shows',
    async (ctx) => notifyOfUnseenClaim(ctx, await deal(ctx), { ...utr, party: 'payer', purpose: 'amount' }),
  ],
  [
    'a payment of the payee that no statement shows',
    async (ctx) =>
      notifyOfUnseenClaim(ctx, await deal(ctx), { ...utr, id: 8, party: 'payee', purpose: 'fee' }),
  ],
  [
    'a buyer who is asked for a deal',
    async (ctx) => {
      const buyer = await findUser(ctx.tx, pair.payer.id)
      if (buyer)
        await tellAsked(ctx, buyer, {
          id: 'r1',
          title: 'Phone',
          shop: 'Ravi Traders (Ravi Shah)',
          amount: '₹1,500',
        })
    },
  ],
  [
    'a seller whose request was declined',
    (ctx) => tellDeclined(ctx, pair.payee.id, { id: 'r1', title: 'Phone' }),
  ],
  ['a seller who is gone', (ctx) => tellDeclined(ctx, 999_999, { id: 'r2', title: 'Phone' })],
  [
    'something of an account',
    (ctx) =>
      queueAccountEmail(ctx, {
        ...{
          key: 'account-1',
          user: { id: pair.payee.id, email: pair.payee.email, locale: 'hi', first_name: 'Ravi' },
        },
        ...{ subject: 'subject', headline: 'headline', body: ['body'], link: 'link', linkLabel: 'label' },
      }),
  ],
]

/** What was written, with what differs from run to run named. */
async function toldBy([what, tell]: Told): Promise<string> {
  await query('delete from notification; delete from email')
  await actingAs(app, team, tell)
  const names: [string | number, string][] = [
    ...([
      [pair.formPk, 'DEAL'],
      [pair.payer.email, 'PAYER'],
      [pair.payee.email, 'PAYEE'],
      [team.email, 'TEAM'],
    ] as [string, string][]),
    [pair.payee.business, 'SHOP'],
  ]
  const ids: Record<number, string> = {
    [pair.payer.id]: 'payer',
    [pair.payee.id]: 'payee',
    [team.id]: 'team',
  }
  const notices = await query(
    'select key, kind, user_id, deal_id, title, text, words from notification order by key',
  )
  const mails = await query(
    'select key, user_id, recipient, subject, content, not_before from email order by key',
  )
  const who = (id: number | null) => (id === null ? 'nobody' : (ids[id] ?? 'somebody else'))
  const text = [
    `## ${what}`,
    ...notices.map(
      ({ key, kind, user_id, deal_id, title, text, words }) =>
        `notice to the ${who(user_id)} (${key.replace(/:\d+$/, '')}, ${kind}${deal_id ? ', of the deal' : ''}): ${title} ${text}${
          words.en.title && words.hi.title ? '' : ' IN ONE LANGUAGE'
        }`,
    ),
    ...mails.map(({ key, user_id, recipient, subject, content, not_before }) =>
      [
        `mail to the ${who(user_id)} at ${recipient} (${key.replace(/:\d+$/, '')}${not_before ? ', later' : ''}): ${subject}`,
        `  ${content.headline} ${content.body.join(' ')}`,
        `  [${content.locale}, ${content.name}] ${content.about} ${content.linkLabel} ${content.link}`,
      ].join('\n'),
    ),
  ].join('\n')
  return names
    .reduce((line, [from, to]) => line.replaceAll(String(from), to), text)
    .replaceAll(/:\d{13}\b/g, ':NOW')
    .replaceAll(new RegExp(`payee-account:${pair.payee.id}:`, 'g'), 'payee-account:PAYEE:')
}

it('each message is as it was read', async () => {
  const texts: string[] = []
  for (const message of [...payoutsTold, ...paymentsTold, ...dealsTold]) texts.push(await toldBy(message))
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('../../fixtures/mails/money.txt')
})

describe('nobody is told of', () => {
  it.each<[string, (ctx: UserCtx) => Promise<unknown>, string]>([
    [
      'a payout of nobody',
      (ctx) => notifyOfPayment(ctx, payout({ user_id: 999_999 })),
      'the owner of payout p1 does not exist',
    ],
    [
      'a set-off of nobody',
      (ctx) => notifyOfSetOff(ctx, { ...setOff('release', 0), userId: 999_999 }),
      'user 999999 does not exist',
    ],
    [
      'a debt of nobody',
      (ctx) => notifyOfDebtPaid(ctx, { userId: 999_999, transferId: 'x', paidPaise: 1, owedPaise: 0 }),
      'user 999999 does not exist',
    ],
  ])('%s: that is an error', async (_name, tell, words) =>
    expect(actingAs(app, team, tell)).rejects.toThrow(words),
  )
  it('stray money whose sender is gone: the team is told alone', async () => {
    await query('delete from notification')
    await actingAs(app, team, (ctx) =>
      notifyOfPayment(ctx, {
        reason: 'late',
        paymentId: 'gone',
        amountPaise: 1,
        userId: 999_999,
        dealId: pair.formPk,
        due: { amountPaise: 1, until: null },
      }),
    )
    expect(await query('select user_id from notification')).toEqual([{ user_id: team.id }])
  })
  it('a message a second time', async () => {
    await query('delete from notification; delete from email')
    for (let n = 0; n < 2; n += 1) await actingAs(app, team, (ctx) => notifyOfPayment(ctx, payout({})))
    expect([await query('select from notification'), await query('select from email')]).toEqual([[{}], [{}]])
  })
})

describe('a seller who joins', () => {
  const invited = async (buyer: Person, phone: string) =>
    app.call('POST', '/api/invites', {
      token: buyer.token,
      body: { cpty_phone: phone, service_details: 'Old phone', amount: 500 },
    })
  const join = (id: number) =>
    actingAs(app, team, async (ctx) => {
      const seller = await findUser(ctx.tx, id)
      if (seller) await tellInviters(ctx, seller)
    })
  const noticesOf = ({ id }: Person) =>
    query(
      `select kind, title, text, deal_id from notification where user_id = $1 and kind = 'invite_joined'`,
      [id],
    )
  it('is told to whoever invited them, once for each offer, in their language', async () => {
    const [one, two] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    const seller = await person(app, 'Seller')
    await query(`update app_user set locale = 'hi' where id = $1`, [two.id])
    for (const buyer of [one, two]) expect((await invited(buyer, seller.phone)).status).toBe(201)
    for (let n = 0; n < 2; n += 1) await join(seller.id)
    expect(await noticesOf(one)).toEqual([
      {
        ...{ kind: 'invite_joined', deal_id: null, text: 'The offer waits in My deals. One tap sends it.' },
        title: `${seller.business} has joined. Send them your offer: Old phone`,
      },
    ])
    expect((await noticesOf(two))[0].title).toMatch(/[\u0900-\u097F]/)
    // the notice alone waits until the buyer comes by, and the offer with it
    const mails = await query(
      `select user_id, subject, content ->> 'link' as link from email where key like 'invite:%' order by user_id`,
    )
    expect(mails).toEqual([
      {
        ...{ user_id: one.id, link: `${testSettings.publicUrl}/deals` },
        subject: `${seller.business} has joined. Send them your offer: Old phone`,
      },
      {
        ...{ user_id: two.id, link: `${testSettings.publicUrl}/hi/deals` },
        subject: expect.stringMatching(/[\u0900-\u097F]/),
      },
    ])
  })
  it('is told to nobody of an account that buyers are not shown', async () => {
    const [buyer, client] = [await person(app, 'Buyer'), await person(app, 'Client')]
    await invited(buyer, client.phone)
    await join(client.id)
    expect(await noticesOf(buyer)).toEqual([])
  })
})
