/** A pay-in that a bank's statement proves: when it may be opened, what is shown, and what "I have paid" writes. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addBusinessDays } from '#core/business-days.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { DAY_MS, istDay, toIso } from '#core/time.ts'
import type { Rail } from '#server/rails/rail.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import type { UserCtx } from '#server/services/context.ts'
import { listMyDeals } from '#server/services/deals/read.ts'
import { readingOf, requireReadBank } from '#server/services/money/bank-reading.ts'
import { claimPayment } from '#server/services/money/claim-payment.ts'
import { openPayment } from '#server/services/money/open-pay-in.ts'
import { payInUrl } from '#server/services/money/present-pay-in.ts'
import { endUnseenClaims } from '#server/services/money/unseen-claims.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { agreedGoods } from '#test/support/money.ts'
import { bringTo, look, offerServices, type Pair, type Person, take, teammate } from '#test/support/people.ts'
import { upiAndSandbox } from '#test/support/rails.ts'

const settings = { ...testSettings, provider: 'upi' }
const { rails, ...given } = upiAndSandbox()
const app = useApp({ settings, rails, ...given })
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})
const { query } = app
const as = <T>(who: Person, work: (ctx: UserCtx) => Promise<T>, over: object = {}) =>
  actingAs(app, who, work, { settings: { provider: 'upi', ...over } })
const open = (who: Person, { formPk }: Pair, which: ReadonlyMap<string, Rail> = rails, over = {}) =>
  as(who, (ctx) => openPayment(ctx, which, formPk), over)
const UNREAD_BANK = `insert into bank_account (id, bank, account, opening_paise, created_at)
  values ('old', 'HDFC', '1234567890', 0, now() - interval '30 days')`
let count = 0
const newUtr = () => String(632_700_000_000 + ++count)
const claim = (who: Person, { formPk }: Pair, utr = newUtr(), amountPaise: number | null = 150_000) =>
  as(who, (ctx) => claimPayment(ctx, formPk, { utr, amountPaise }))
const payInsOf = ({ formPk }: Pair) =>
  query('select * from pay_in where deal_id = $1 order by created_at, id', [formPk])

describe('what is due', () => {
  it('is asked for once, with all that its payer needs', async () => {
    const pair = await agreedGoods(app)
    const shown = await open(pair.payer, pair)
    const [row, ...others] = await payInsOf(pair)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      party: 'payer',
      user_id: pair.payer.id,
      purpose: 'amount',
      provider: 'upi',
      amount_paise: 150_000,
      status: 'open',
    })
    expect(shown).toEqual({
      ...{
        id: row.id,
        purpose: 'amount',
        amount_paise: 150_000,
        status: 'open',
        reference: row.reference,
        takes_claims: true,
      },
      ...{
        payee_vpa: 'amanat@okbank',
        payee_name: 'Amanat',
        upi_url: expect.stringContaining('upi://'),
        opens_app: true,
      },
      qr_url: `/api/payments/${row.id}/qr.svg`,
    })
    expect(await open(pair.payer, pair)).toEqual(shown)
    expect(await as(team, (ctx) => payInUrl(ctx, row.id))).toBe((shown as { upi_url: string }).upi_url)
    await expect(as(team, (ctx) => payInUrl(ctx, 'none'))).rejects.toMatchObject({ code: 'not_found' })
  })
  it('is nobody else’s, and nothing is due before and after', async () => {
    const pair = await agreedGoods(app)
    expect(await open(pair.payee, pair)).toMatchObject({ code: 'forbidden' })
    await expect(open(team, pair)).rejects.toMatchObject({ code: 'forbidden' })
    await take(app, pair.payer, pair.formPk, 'withdraw')
    expect(await open(pair.payer, pair)).toMatchObject({ code: 'wrong_state' })
  })
  it('is not asked for while money is closed or short, nor of an unproved number', async () => {
    const pair = await agreedGoods(app)
    for (const [cause, code] of [
      ['ledger_invalid', 'unavailable'],
      ['shortfall', 'pay_ins_stopped'],
    ] as const) {
      raiseAlarm(cause, 'a test')
      await expect(open(pair.payer, pair)).rejects.toMatchObject({ code })
      clearAlarm(cause)
    }
    await query('update app_user set phone_verified_at = null where id = $1', [pair.payer.id])
    await expect(open(pair.payer, pair, rails, { verification: 'on' })).rejects.toMatchObject({
      code: 'unverified',
    })
  })
})

describe('what the provider says', () => {
  it('by a provider that is there no more gives way to another', async () => {
    const pair = await agreedGoods(app)
    await open(pair.payer, pair)
    const sandbox = new Map([...rails].filter(([name]) => name === 'sandbox'))
    const shown = await open(pair.payer, pair, sandbox, { provider: 'sandbox' })
    expect((await payInsOf(pair)).map(({ provider, status }) => `${provider} ${status}`).toSorted()).toEqual([
      'sandbox open',
      'upi failed',
    ])
    expect(shown).toMatchObject({ status: 'open', takes_claims: false })
    await expect(
      open((await agreedGoods(app)).payer, await agreedGoods(app), new Map()),
    ).rejects.toMatchObject({ code: 'not_found' })
    const lost = await agreedGoods(app)
    await expect(open(lost.payer, lost, new Map())).rejects.toThrow('no rail for provider upi')
  })
  it('of which the provider says nothing stays open, and is asked about again', async () => {
    const pair = await agreedGoods(app)
    let is: 'unknown' | 'done' = 'unknown'
    const facts = { payeeName: 'Amanat' }
    const mute = new Map([
      [
        'upi',
        {
          name: 'upi',
          openPayIn: async () => (is === 'done' ? { is, facts } : { is, detail: '' }),
        } as unknown as Rail,
      ],
    ])
    expect(await open(pair.payer, pair, mute)).toMatchObject({ code: 'unavailable' })
    is = 'done'
    expect(await open(pair.payer, pair, mute)).toMatchObject({
      payee_name: 'Amanat',
      upi_url: null,
      payee_vpa: null,
      checkout_url: expect.any(String),
    })
    const [row] = await payInsOf(pair)
    expect(row.instruction).toEqual({ payee_name: 'Amanat' })
    await expect(as(team, (ctx) => payInUrl(ctx, row.id))).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a bank that nobody has read', () => {
  const readAt = Date.parse('2026-11-02T10:00:00+05:30')
  const at = (days: number, ms: number) => addBusinessDays(readAt, days, DEFAULT_POLICY.calendar) + ms
  it.each([
    [at(2, 0), false, 'none'],
    [at(2, 1), false, 'amber'],
    [at(4, 0), false, 'amber'],
    [at(4, 1), false, 'red'],
    [at(0, 0), true, 'amber'],
    [at(4, 1), true, 'red'],
  ])('at %i, something open %s: %s', (now, isOpen, attention) =>
    expect(readingOf({ now, settings: testSettings }, new Date(readAt), isOpen)).toEqual({
      read_at: toIso(readAt),
      attention,
    }),
  )
  it('is not paid into any more, but what is open already may be', async () => {
    const [known, fresh] = [await agreedGoods(app), await agreedGoods(app)]
    await as(team, requireReadBank)
    await open(known.payer, known)
    await query(UNREAD_BANK)
    await expect(as(team, requireReadBank)).rejects.toMatchObject({ code: 'bank_unread' })
    await expect(open(fresh.payer, fresh)).rejects.toMatchObject({ code: 'bank_unread' })
    expect(await open(known.payer, known)).toMatchObject({ status: 'open' })
    expect(await open(fresh.payer, fresh, rails, { provider: 'sandbox' })).toMatchObject({ status: 'open' })
    await query(`delete from bank_account where id = 'old'`)
  })
})

const payable = async () => {
  const pair = await agreedGoods(app)
  await open(pair.payer, pair)
  return pair
}
const dueOf = async ({ formPk }: Pair) =>
  (await query('select due_at, next_reminder_at from deal where id = $1', [formPk]))[0]
const lookUntil = () => addBusinessDays(Date.now(), 2, DEFAULT_POLICY.calendar)

describe('"I have paid"', () => {
  it('is kept, told to the other side, and in the log without the whole number', async () => {
    const pair = await payable()
    const utr = newUtr()
    expect(await claim(pair.payer, pair, utr, 149_900)).toEqual({
      ...{ state: 'checking', utr, at: expect.stringMatching(/\+05:30$/), look_until: toIso(lookUntil()) },
    })
    const [row] = await query(
      'select state, amount_paise::int as paise, look_until::text from payment_claim where utr = $1',
      [utr],
    )
    expect(row).toEqual({ state: 'claimed', paise: 149_900, look_until: istDay(lookUntil()) })
    const [{ reference }] = await payInsOf(pair)
    expect((await auditOf(app, pair.formPk)).at(-1)).toEqual({
      ...{ action: 'payment_claimed', actor_id: pair.payer.id, subject_type: 'deal', before: null },
      after: { reference, utr_tail: utr.slice(-4), state: 'claimed' },
    })
    const notices = await query(
      `select user_id from notification where kind = 'payment_claimed' and deal_id = $1`,
      [pair.formPk],
    )
    expect(notices).toEqual([{ user_id: pair.payee.id }])
  })
  it('gives the deal time once, and takes none', async () => {
    const pair = await payable()
    await claim(pair.payer, pair)
    const until = lookUntil()
    await query('update deal set due_at = $2 where id = $1', [pair.formPk, new Date(Date.now() + 60_000)])
    await claim(pair.payer, pair)
    expect((await dueOf(pair)).due_at.getTime()).toBeLessThan(until)
    const long = await payable()
    const far = new Date(until + DAY_MS)
    await query('update deal set due_at = $2 where id = $1', [long.formPk, far])
    await claim(long.payer, long)
    expect((await dueOf(long)).due_at).toEqual(far)
    const soon = await payable()
    await query('update deal set due_at = $2 where id = $1', [soon.formPk, new Date(Date.now() + 60_000)])
    await claim(soon.payer, soon)
    expect(await dueOf(soon)).toEqual({ due_at: new Date(until), next_reminder_at: null })
  })
  it('with the same number is the same, and another’s number is contested in silence', async () => {
    const [one, two] = [await payable(), await payable()]
    const utr = newUtr()
    const first = await claim(one.payer, one, utr)
    expect(await claim(one.payer, one, utr)).toEqual(first)
    expect(await query('select from payment_claim where utr = $1', [utr])).toHaveLength(1)
    expect(await claim(two.payer, two, utr)).toMatchObject({ state: 'checking' })
    const states = await query('select state from payment_claim where utr = $1', [utr])
    expect(states).toEqual([{ state: 'conflict' }, { state: 'conflict' }])
  })
})

describe('"I have paid" the fee of a dispute', () => {
  /** By the other provider, which says at once that it is paid. */
  const payAs = async (who: Person, pair: Pair) => {
    await open(who, pair, rails, { provider: 'sandbox' })
    const { id } = (await payInsOf(pair)).at(-1)
    expect((await app.call('POST', `/api/sandbox/payments/${id}/succeed`)).status).toBe(200)
  }
  const disputed = async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'agreed')
    await payAs(pair.payer, pair)
    await take(app, pair.payee, pair.formPk, 'start')
    await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Done' })
    const statement = { reason: 'late', statement: 'Late', wanted: 'full_refund' }
    await take(app, pair.payer, pair.formPk, 'complain', statement)
    return pair
  }
  /** Ends soon, so that what a claim adds shows. */
  const endSoon = ({ formPk }: Pair) =>
    query('update deal set due_at = $2 where id = $1', [formPk, new Date(Date.now() + 60_000)])
  const toldOf = ({ formPk }: Pair) =>
    query(`select user_id from notification where kind = 'payment_claimed' and deal_id = $1 order by id`, [
      formPk,
    ])
  it('gives the complaint time once, and tells the other side: paid in time, it must not be read too late', async () => {
    const pair = await disputed()
    await open(pair.payer, pair)
    await endSoon(pair)
    expect(await claim(pair.payer, pair)).toMatchObject({ state: 'checking' })
    expect(await dueOf(pair)).toEqual({ due_at: new Date(lookUntil()), next_reminder_at: null })
    expect(await toldOf(pair)).toEqual([{ user_id: pair.payee.id }])
    await endSoon(pair)
    await claim(pair.payer, pair)
    expect((await dueOf(pair)).due_at.getTime()).toBeLessThan(lookUntil())
    expect(await toldOf(pair)).toHaveLength(1)
  })
  it('is nothing to do in the list of whoever said it, and of the other side', async () => {
    const pair = await disputed()
    const isClaimedFor = async (who: Person) =>
      (await as(who, (ctx) => listMyDeals(ctx, { page: 1, page_size: 10, show: 'open' }))).rows.map(
        ({ payment_claimed }) => payment_claimed,
      )
    await open(pair.payer, pair)
    expect(await isClaimedFor(pair.payer)).toEqual([false])
    await claim(pair.payer, pair)
    expect([await isClaimedFor(pair.payer), await isClaimedFor(pair.payee)]).toEqual([[true], [false]])
    // with the answer there, the next move is no payment
    await query(`update deal set status = 'negotiating' where id = $1`, [pair.formPk])
    expect(await isClaimedFor(pair.payer)).toEqual([false])
  })
  it('gives none before it is that side’s turn, then the answer as much', async () => {
    const pair = await disputed()
    await open(pair.payee, pair)
    const before = await dueOf(pair)
    expect(await claim(pair.payee, pair)).toMatchObject({ state: 'checking' })
    expect([await dueOf(pair), await toldOf(pair)]).toEqual([before, []])
    // said before the complaint's own fee was there: with it the answer waits for what is looked for
    await payAs(pair.payer, pair)
    expect((await dueOf(pair)).due_at).toEqual(new Date(lookUntil()))

    const answering = await disputed()
    await payAs(answering.payer, answering)
    await open(answering.payee, answering)
    await endSoon(answering)
    await claim(answering.payee, answering)
    expect((await dueOf(answering)).due_at).toEqual(new Date(lookUntil()))
    expect(await toldOf(answering)).toEqual([{ user_id: answering.payer.id }])
  })
  it.each(['other people’s money is short', 'the bank is not read'])(
    'may be paid while %s: its deadline would give the deal away',
    async (why) => {
      const pair = await disputed()
      const isShort = why.endsWith('short')
      if (isShort) raiseAlarm('shortfall', 'a test')
      else await query(UNREAD_BANK)
      try {
        expect(await open(pair.payer, pair)).toMatchObject({ purpose: 'fee', status: 'open' })
      } finally {
        clearAlarm('shortfall')
        await query(`delete from bank_account where id = 'old'`)
      }
    },
  )
})

describe('"I have paid", too often or of nothing,', () => {
  it('may be said five times of a payment, and twenty times a day', async () => {
    const pair = await payable()
    for (let n = 0; n < 5; n += 1) expect(await claim(pair.payer, pair)).toMatchObject({ state: 'checking' })
    expect(await claim(pair.payer, pair)).toMatchObject({ code: 'limit_reached' })
    const busy = await payable()
    await query(
      `insert into rate_limit (key, hits, ends_at) values ('claims user ' || $1::bigint, 19, clock_timestamp() + interval '1 hour')`,
      [busy.payer.id],
    )
    expect(await claim(busy.payer, busy)).toMatchObject({ state: 'checking' })
    await expect(claim(busy.payer, busy)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.closeTo(3_600, -2),
    })
  })
  it('is nothing where nothing is open, nobody’s who owes nothing, and not of what a provider reports', async () => {
    const pair = await agreedGoods(app)
    expect(await claim(pair.payer, pair)).toMatchObject({ code: 'wrong_state' })
    expect(await claim(pair.payee, pair)).toMatchObject({ code: 'forbidden' })
    await open(pair.payer, pair, rails, { provider: 'sandbox' })
    expect(await claim(pair.payer, pair)).toMatchObject({ code: 'wrong_state' })
  })
  it('that no statement of its days shows is said so, once', async () => {
    const pair = await payable()
    const utr = newUtr()
    await claim(pair.payer, pair, utr)
    const end = () =>
      endUnseenClaims((work) => app.db.runInTransaction((tx, now) => work({ tx, now, settings })))
    await end()
    expect((await look(app, pair.payer, pair.formPk)).payment_claim?.state).toBe('checking')
    expect(await query('select state from payment_claim where utr = $1', [utr])).toEqual([
      { state: 'claimed' },
    ])
  })
})
