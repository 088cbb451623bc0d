/** The moves of a payout that the database allows, whoever asks; and what verify() says of one that was forced. */
import { beforeAll, describe, expect, it } from 'vitest'
import { PAYOUT_STATUSES } from '#core/payout-holds.ts'
import { useApp } from '#test/support/app.ts'
import { agreedGoods } from '#test/support/money.ts'
import { type Pair, pay } from '#test/support/people.ts'

const app = useApp()
let pair: Pair
beforeAll(async () => {
  pair = await agreedGoods(app)
  await pay(app, pair.payer, pair.formPk)
})
const query = (text: string, values: unknown[] = []) => app.db.ownerPool.query(text, values)
let count = 0

type PayoutStatus = (typeof PAYOUT_STATUSES)[number]
/** How a payout gets into each status by moves that are allowed. */
const PATHS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  held: ['held'],
  queued: [],
  sent: ['sent'],
  paid: ['sent', 'paid'],
  failed: ['sent', 'failed'],
  review: ['sent', 'review'],
  returned: ['sent', 'paid', 'returned'],
}
const ALLOWED: readonly (readonly [PayoutStatus, PayoutStatus])[] = [
  ['held', 'queued'],
  ['queued', 'held'],
  ['queued', 'sent'],
  ['sent', 'paid'],
  ['sent', 'failed'],
  ['sent', 'review'],
  ['failed', 'sent'],
  ['failed', 'paid'],
  ['failed', 'review'],
  ['review', 'paid'],
  ['paid', 'returned'],
]

const set = (id: string, status: PayoutStatus, more = '') =>
  query(
    `update payout set status = $2::text, held_because = case when $2 = 'held' then '{velocity}'::text[] else '{}' end,
       returned_at = case when $2 = 'returned' then now() end ${more} where id = $1`,
    [id, status],
  )
async function payoutIn(status: PayoutStatus): Promise<string> {
  count += 1
  const id = `payout-${count}`
  await query(
    `insert into payout (id, deal_id, user_id, party, purpose, amount_paise, provider, destination, created_at)
     values ($1, $2, $3, 'payer', 'stray', 100, 'sandbox', 'a@b', now())`,
    [id, pair.formPk, pair.payer.id],
  )
  for (const step of PATHS[status]) await set(id, step)
  return id
}
const tried = (id: string, outcome: string) =>
  query(`insert into payout_attempt (payout_id, n, outcome) values ($1, 1, $2)`, [id, outcome])
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('a payout', () => {
  it.each(PAYOUT_STATUSES.flatMap((was) => PAYOUT_STATUSES.map((becomes) => [was, becomes] as const)))(
    'that is %s becomes %s if that is allowed',
    async (was, becomes) => {
      const isAllowed = was === becomes || ALLOWED.some(([a, b]) => a === was && b === becomes)
      const id = await payoutIn(was)
      expect(await codeOf(set(id, becomes))).toBe(isAllowed ? 'accepted' : '23514')
    },
  )

  it('goes again under a new generation only, and only when its last try has failed for certain', async () => {
    const again = ', generation = generation + 1'
    for (const [outcome, code] of [
      ['failed', 'accepted'],
      ['unknown', '23514'],
      ['sent', '23514'],
    ] as const) {
      const id = await payoutIn('review')
      await tried(id, outcome)
      expect([outcome, await codeOf(set(id, 'queued', again))]).toEqual([outcome, code])
    }
    const id = await payoutIn('sent')
    await tried(id, 'failed')
    expect(await codeOf(set(id, 'sent', again))).toBe('23514')
  })

  it('is never given up while somebody is owed it', async () => {
    for (const status of ['held', 'queued'] as const) {
      const id = await payoutIn(status)
      const change = `update payout set status = 'cancelled', held_because = '{}' where id = $1`
      expect(await codeOf(query(change, [id]))).toBe('23514')
    }
  })

  it.each([
    'amount_paise = 200',
    `purpose = 'refund'`,
    `party = 'payee'`,
    `destination = 'thief@b'`,
    `replaces = id`,
  ])('that was queued never has another %s', async (change) => {
    const id = await payoutIn('queued')
    expect(await codeOf(query(`update payout set ${change} where id = $1`, [id]))).toBe('23514')
  })

  it('is one of a kind for what a deal owes somebody, while it lives', async () => {
    const insert = (id: string, replaces: string | null) =>
      query(
        `insert into payout (id, deal_id, user_id, party, purpose, amount_paise, provider, destination, created_at, replaces)
         values ($1, $2, $3, 'payer', 'refund', 100, 'sandbox', 'a@b', now(), $4)`,
        [id, pair.formPk, pair.payer.id, replaces],
      )
    expect(await codeOf(insert('first', null))).toBe('accepted')
    expect(await codeOf(insert('second', null))).toBe('23505')
    expect(await codeOf(insert('second', 'first'))).toBe('23514')
    for (const step of PATHS.returned) await set('first', step)
    expect(await codeOf(insert('second', 'first'))).toBe('accepted')
    expect(await codeOf(insert('third', 'first'))).toBe('23505')
  })
})

it('verify() names a payout that is said to be paid and is not in the ledger', async () => {
  const id = await payoutIn('paid')
  expect(await app.verify()).toContainEqual({
    check_name: 'payout',
    subject: `payout ${id}`,
    detail: 'is paid, and the ledger has no paise for it',
  })
})
