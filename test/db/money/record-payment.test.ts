/** Money that a provider reports: what it is taken for, what is posted, what goes back, and who is told. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountCode } from '#core/accounts.ts'
import type { Fact } from '#server/rails/rail.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { applyFact } from '#server/services/money/apply-fact.ts'
import { mustPost, mustPostAll, postMoney } from '#server/services/money/post.ts'
import { commissionIsDue, keptFeeIsDue } from '#server/services/money/tax-due.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { listenFor } from '#test/support/payout-rows.ts'
import { bringTo, look, offerServices, type Pair, type Person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})
const { query } = app
const PRICE = 150_000

async function due(): Promise<Pair & { readonly reference: string; readonly payInId: string }> {
  const pair = await agreedGoods(app)
  const { reference, id } = await dueOf(app, pair)
  return { ...pair, reference, payInId: id }
}
const apply = (fact: Fact, provider = 'sandbox') =>
  actingAs(app, team, (ctx) => applyFact(ctx, provider, fact))
async function arrives(
  over: Partial<Extract<Fact, { kind: 'paid' }>>,
  provider = 'sandbox',
): Promise<string> {
  const paymentId = randomUUID()
  await apply(
    {
      ...{ kind: 'paid', paymentId, orderId: null, reference: null, amountPaise: PRICE, source: 'asha@bank' },
      ...over,
    },
    provider,
  )
  return over.paymentId ?? paymentId
}
const kindOf = async (paymentId: string) =>
  (await query('select kind from deposit where provider_payment_id = $1', [paymentId]))[0]?.kind
const postingsOf = (paymentId: string) =>
  query(
    `select substr(t.id, length('sandbox:' || $1) + 1) as id, t.kind, t.deal_id is not null as of_deal,
            array_agg(a.code || ' ' || e.amount order by a.code) as entries
       from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
      where t.id like 'sandbox:' || $1 || '%' group by t.no, t.id order by t.no`,
    [paymentId],
  )
const strayOf = async (paymentId: string, who: Person) =>
  (
    await query(
      `select title from notification where user_id = $1 and key like 'stray:sandbox:' || $2 || ':%'`,
      [who.id, paymentId],
    )
  ).map(({ title }) => title)

describe('what was due', () => {
  it('is held, moves the deal on, and is in its history without an actor', async () => {
    const pair = await due()
    const paymentId = await arrives({ reference: pair.reference })
    expect(await kindOf(paymentId)).toBe('applied')
    expect(await postingsOf(paymentId)).toEqual([
      {
        ...{ id: '', kind: 'fund', of_deal: true },
        entries: [`gateway:sandbox ${-PRICE}`, `hold:${pair.formPk} ${PRICE}`],
      },
    ])
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal.status).toBe('funded')
    expect(deal.events.at(-1)).toMatchObject({
      ...{ name: 'fund', by: 'gateway', data: { amount_paise: PRICE, reference: pair.reference } },
    })
    const [payIn] = await query('select status, paid_at from pay_in where id = $1', [pair.payInId])
    expect([payIn.status, payIn.paid_at]).toEqual(['paid', expect.any(Date)])
    expect(await strayOf(paymentId, team)).toEqual([])
  })
  it('of a fee is held apart, and says whose it was', async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'complain', {
      reason: 'late',
      statement: 'Late',
      wanted: 'full_refund',
    })
    const { reference } = (
      await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payee.token })
    ).body
    const paymentId = await arrives({ reference, amountPaise: 5_000 })
    expect(await postingsOf(paymentId)).toEqual([
      {
        ...{ id: '', kind: 'fee', of_deal: true },
        entries: [`fee_hold:${pair.formPk}:payee 5000`, 'gateway:sandbox -5000'],
      },
    ])
    const { events } = await look(app, pair.payer, pair.formPk)
    expect(events.at(-1)).toMatchObject({
      name: 'pay_fee',
      data: { amount_paise: 5_000, reference, party: 'payee' },
    })
    // a fee that was paid by another try in between
    await query(`update pay_in set status = 'failed' where reference = $1`, [reference])
    const second = await arrives({ reference, amountPaise: 5_000 })
    expect(await kindOf(second)).toBe('double')
  })
  it('told twice is applied once', async () => {
    const pair = await due()
    const paymentId = await arrives({ reference: pair.reference })
    await arrives({ reference: pair.reference, paymentId })
    expect(await postingsOf(paymentId)).toHaveLength(1)
  })
})

describe('what was not due', () => {
  const refundOf = async (paymentId: string) =>
    query(
      `select purpose, party, user_id, amount_paise::int as paise, destination, refund_of from payout where refund_of = $1`,
      [paymentId],
    )
  it.each<
    [string, (pair: Awaited<ReturnType<typeof due>>) => Promise<unknown>, number, string, number, RegExp]
  >([
    [
      'late',
      ({ payInId }) => query(`update pay_in set status = 'closed' where id = $1`, [payInId]),
      PRICE,
      'late',
      PRICE,
      /₹1,500/,
    ],
    ['double', (pair) => arrives({ reference: pair.reference }), PRICE, 'double', PRICE, /₹1,500/],
    ['short', async () => undefined, PRICE - 1, 'short', PRICE - 1, /₹1,499.99/],
    ['over', async () => undefined, PRICE + 1, 'over', 1, /₹0.01/],
    [
      'after the deal has moved on',
      ({ payee, formPk }) => take(app, payee, formPk, 'withdraw'),
      PRICE,
      'late',
      PRICE,
      /₹1,500/,
    ],
  ])(
    '%s goes straight back to its source, and its sender and the team are told',
    async (_name, before, amountPaise, kind, strayPaise, words) => {
      const pair = await due()
      await before(pair)
      const paymentId = await arrives({ reference: pair.reference, amountPaise })
      expect(await kindOf(paymentId)).toBe(kind)
      expect((await postingsOf(paymentId)).at(-1)).toEqual({
        ...{ id: ':stray', kind: 'stray', of_deal: true },
        entries: [`gateway:sandbox ${-strayPaise}`, `payable:${pair.payer.id} ${strayPaise}`],
      })
      expect(await refundOf(paymentId)).toEqual([
        {
          ...{
            purpose: 'stray',
            party: 'payer',
            user_id: pair.payer.id,
            paise: strayPaise,
            refund_of: paymentId,
          },
          destination: 'asha@bank',
        },
      ])
      for (const who of [pair.payer, team])
        expect(await strayOf(paymentId, who)).toEqual([expect.stringMatching(words)])
      expect(await strayOf(paymentId, pair.payee)).toEqual([])
    },
  )
})

describe('what is nobody’s', () => {
  it('from nobody we know waits in suspense, once, and the team is told', async () => {
    const paymentId = await arrives({ reference: 'AMNOBODY' })
    await arrives({ reference: 'AMNOBODY', paymentId })
    expect(await kindOf(paymentId)).toBe('unknown')
    expect(await postingsOf(paymentId)).toEqual([
      {
        id: ':suspense',
        kind: 'stray',
        of_deal: false,
        entries: [`gateway:sandbox ${-PRICE}`, `suspense ${PRICE}`],
      },
    ])
    expect(await strayOf(paymentId, team)).toHaveLength(1)
  })
  it('without a reference, or of another provider’s, is nobody’s', async () => {
    const pair = await due()
    expect(await kindOf(await arrives({}))).toBe('unknown')
    expect(await kindOf(await arrives({ reference: pair.reference }, 'other-bank'))).toBe('unknown')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('agreed')
  })
  it('by an order is that order’s, whatever the note says', async () => {
    const [one, two] = [await due(), await due()]
    await query(`update pay_in set provider_order_id = 'order-' || id where id = $1`, [one.payInId])
    await arrives({ orderId: `order-${one.payInId}`, reference: two.reference })
    expect((await look(app, one.payer, one.formPk)).status).toBe('funded')
    expect(await kindOf(await arrives({ orderId: 'order-none', reference: two.reference }))).toBe('unknown')
  })
})

describe('a try to pay that failed', () => {
  it('is over, and its payer’s programs are told once', async () => {
    const pair = await due()
    const messages = await listenFor(app, pair.payer)
    for (let n = 0; n < 2; n += 1) await apply({ kind: 'pay_failed', reference: pair.reference })
    expect(await query('select status from pay_in where id = $1', [pair.payInId])).toEqual([
      { status: 'failed' },
    ])
    expect(await messages()).toEqual([`payment.failed ${PRICE}`])
  })
  it('of another provider, of nobody or of what was paid changes nothing', async () => {
    const pair = await due()
    await apply({ kind: 'pay_failed', reference: pair.reference }, 'other-bank')
    await apply({ kind: 'pay_failed', reference: null })
    await apply({ kind: 'pay_failed', reference: 'AMNOBODY' })
    expect(await query('select status from pay_in where id = $1', [pair.payInId])).toEqual([
      { status: 'open' },
    ])
    await arrives({ reference: pair.reference })
    await apply({ kind: 'pay_failed', reference: pair.reference })
    expect(await query('select status from pay_in where id = $1', [pair.payInId])).toEqual([
      { status: 'paid' },
    ])
  })
})

describe('what a provider says of a payout', () => {
  async function sent(): Promise<{ id: string; pair: Pair }> {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    const [{ id }] = await query('select id from payout where deal_id = $1', [pair.formPk])
    await query(`update payout set status = 'sent' where id = $1`, [id])
    await query(`insert into payout_attempt (payout_id, n, outcome) values ($1, 1, 'sent')`, [id])
    return { id, pair }
  }
  const out = (key: string, state: 'done' | 'returned' | 'failed') =>
    ({ kind: 'out', key, providerId: 'bank-1', state, detail: null }) as const
  const statusOf = async (id: string) =>
    (await query('select status from payout where id = $1', [id]))[0].status
  it('is of the key that is in use', async () => {
    const { id } = await sent()
    await apply(out(`${id}-2`, 'done'))
    await apply(out('none', 'done'))
    await apply(out(id, 'done'), 'other-bank')
    expect(await statusOf(id)).toBe('sent')
    await apply(out(id, 'done'))
    expect(await statusOf(id)).toBe('paid')
  })
  it('that was paid: only that it came back is news', async () => {
    const { id } = await sent()
    await apply(out(id, 'done'))
    await apply(out(id, 'failed'))
    expect(await statusOf(id)).toBe('paid')
    await apply(out(id, 'returned'))
    expect(await statusOf(id)).toBe('returned')
    expect(await query('select status, held_because from payout where replaces = $1', [id])).toEqual([
      { status: 'held', held_because: ['returned'] },
    ])
  })
  it('by the key of a later generation', async () => {
    const { id } = await sent()
    await query(`update payout_attempt set outcome = 'failed' where payout_id = $1`, [id])
    await query(`update payout set status = 'review' where id = $1`, [id])
    await query(`update payout set status = 'queued', generation = 2 where id = $1`, [id])
    await query(`update payout set status = 'sent' where id = $1`, [id])
    await apply(out(id, 'done'))
    expect(await statusOf(id)).toBe('sent')
    await apply(out(`${id}-2`, 'done'))
    expect(await statusOf(id)).toBe('paid')
  })
})

describe('a posting', () => {
  const entries = (paise: number, to = 'suspense') => [
    { account: 'gateway:sandbox' as AccountCode, amountPaise: -paise },
    { account: to as AccountCode, amountPaise: paise },
  ]
  it('is made once: again it is a conflict where it must be new', async () => {
    const posting = { id: randomUUID(), kind: 'stray', entries: entries(7) }
    await actingAs(app, team, (ctx) => mustPost(ctx, posting))
    expect(await actingAs(app, team, (ctx) => postMoney(ctx, posting))).toBe('exists')
    await expect(actingAs(app, team, (ctx) => mustPost(ctx, posting))).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(actingAs(app, team, (ctx) => mustPostAll(ctx, [posting]))).rejects.toMatchObject({
      code: 'conflict',
    })
  })
  it('of which the ledger says anything else is an error, with what was asked', async () => {
    const id = randomUUID()
    await actingAs(app, team, (ctx) => mustPost(ctx, { id, kind: 'stray', entries: entries(7) }))
    await expect(
      actingAs(app, team, (ctx) => mustPost(ctx, { id, kind: 'stray', entries: entries(8) })),
    ).rejects.toThrow(new RegExp(`ledger answered \\w+ to stray ${id}|${id}`))
  })
  it('is not made while money is closed, alone or with others', async () => {
    raiseAlarm('ledger_invalid', 'a test')
    const posting = { id: randomUUID(), kind: 'stray', entries: entries(7) }
    try {
      for (const work of [mustPost, postMoney] as const)
        await expect(actingAs(app, team, async (ctx) => work(ctx, posting))).rejects.toMatchObject({
          code: 'unavailable',
        })
      await expect(actingAs(app, team, (ctx) => mustPostAll(ctx, [posting]))).rejects.toMatchObject({
        code: 'unavailable',
      })
    } finally {
      clearAlarm('ledger_invalid')
    }
    expect(await query('select from transfer where id = $1', [posting.id])).toEqual([])
  })
})

describe('what is earned', () => {
  const dueRows = (dealId: string) =>
    query(
      'select source, fee, user_id, amount_paise::int as paise, original, reason from tax_due where deal_id = $1 order by source',
      [dealId],
    )
  it('says that a paper is due: of a commission to the payee, of a kept fee to whoever paid it', async () => {
    const { formPk: id, payer, payee } = await offerServices(app)
    const deal = { id, payer_id: payer.id, payee_id: payee.id }
    await actingAs(app, team, async (ctx) => {
      await commissionIsDue(ctx, deal, 700)
      await keptFeeIsDue(ctx, deal, { party: 'payer', amountPaise: 50 })
      await keptFeeIsDue(ctx, deal, { party: 'payee', amountPaise: 0 })
    })
    const common = { original: null, reason: null }
    expect(await dueRows(id)).toEqual([
      { ...common, source: `deal:${id}:commission`, fee: 'commission', user_id: payee.id, paise: 700 },
      { ...common, source: `deal:${id}:fee:payer`, fee: 'dispute_fee', user_id: payer.id, paise: 50 },
    ])
  })
  it('of nobody is an error', async () => {
    const { formPk: id, payee } = await offerServices(app)
    const deal = { id, payer_id: null, payee_id: payee.id }
    await expect(
      actingAs(app, team, (ctx) => keptFeeIsDue(ctx, deal, { party: 'payer', amountPaise: 1 })),
    ).rejects.toThrow(`deal ${id} has no payer`)
  })
})
