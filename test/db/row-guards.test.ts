/** Rows of a deal that the database refuses, whoever writes them: words that are none, amounts, and states that do not fit. */
import { beforeAll, describe, expect, it } from 'vitest'
import { isTerminal, STATUSES } from '#core/lifecycle/states.ts'
import { useApp } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { type Pair, pay } from '#test/support/people.ts'

const app = useApp()
let paid: Pair
let agreed: Pair
beforeAll(async () => {
  paid = await agreedGoods(app)
  await pay(app, paid.payer, paid.formPk)
  agreed = await agreedGoods(app)
  await dueOf(app, agreed)
  await app.db.ownerPool.query(
    `insert into payout (id, deal_id, user_id, party, purpose, amount_paise, provider, destination, created_at)
     values ('guarded', $1, $2, 'payer', 'refund', 100, 'sandbox', 'a@b', now())`,
    [paid.formPk, paid.payer.id],
  )
})

/** What an update says, taken back whatever it was. */
async function changed(table: string, change: string, where: string): Promise<string> {
  const client = await app.db.ownerPool.connect()
  try {
    await client.query('begin')
    await client.query(`set constraints all deferred`)
    const { rowCount } = await client.query(`update ${table} set ${change} where ${where}`)
    return rowCount === 0 ? 'no such row' : 'accepted'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const CHECK = '23514'
const deal = (pair: Pair, change: string) => changed('deal', change, `id = '${pair.formPk}'`)
const ENDED = `due_at = null, due_event = null, next_reminder_at = null`

describe('of a deal', () => {
  it.each([
    `status = 'paid'`,
    `track = 'rental'`,
    `amount_paise = 0`,
    `amount_paise = -1`,
    `commission_basis_points = -1`,
    `commission_basis_points = 10001`,
    `cancellation_fee_basis_points = 10001`,
    `payee_id = payer_id`,
    `counterparty_id = creator_id`,
  ])('is refused: %s', async (change) => {
    expect(await deal(paid, change)).toBe(CHECK)
  })

  it.each([
    ['a deadline without an event', `due_event = null`],
    ['an event without a deadline', `due_at = null, next_reminder_at = null`],
    [
      'a reminder without a deadline',
      `status = 'released', due_at = null, due_event = null, next_reminder_at = now()`,
    ],
    ['a running deal without a deadline', ENDED],
    ['an ended deal with a deadline', `status = 'released'`],
  ])('is refused: %s', async (_, change) => {
    expect(await deal(paid, change)).toBe(CHECK)
  })

  it.each(STATUSES)('%s has a deadline unless it is an end', async (status) => {
    const [running, ended] = [
      await deal(paid, `status = '${status}'`),
      await deal(paid, `status = '${status}', ${ENDED}`),
    ]
    expect({ running, ended }).toEqual(
      isTerminal(status) ? { running: CHECK, ended: 'accepted' } : { running: 'accepted', ended: CHECK },
    )
  })
})

describe('a deal stands still', () => {
  it('only once it is paid, and until it ends', async () => {
    expect(await deal(paid, `frozen_since = now()`)).toBe('accepted')
    expect(await deal(agreed, `frozen_since = now()`)).toBe(CHECK)
    expect(await deal(paid, `frozen_since = now(), status = 'refunded', ${ENDED}`)).toBe(CHECK)
  })

  it('with an outcome that somebody states, of those that there are', async () => {
    const stated = (outcome: string, by: string, since = 'now()') =>
      deal(paid, `frozen_since = ${since}, freeze_outcome = ${outcome}, freeze_stated_by = ${by}`)
    expect(await stated(`'goes_on'`, 'payer_id')).toBe('accepted')
    expect(await stated(`'charged_back'`, 'payer_id')).toBe('accepted')
    expect(await stated(`'other'`, 'payer_id')).toBe(CHECK)
    expect(await stated(`'goes_on'`, 'null')).toBe(CHECK)
    expect(await stated('null', 'payer_id')).toBe(CHECK)
    expect(await stated(`'goes_on'`, 'payer_id', 'null')).toBe(CHECK)
  })
})

describe('of its money', () => {
  it.each([
    ['payout', `status = 'gone'`],
    ['payout', `purpose = 'gift'`],
    ['payout', `party = 'team'`],
    ['payout', `amount_paise = 0`],
    ['payout', `generation = 0`],
    ['payout', `generation = 1001`],
    ['payout', `code = 'PY1'`],
    ['payout', `status = 'held', held_because = '{mood}'`],
    ['payout', `status = 'held', held_because = '{}'`],
    ['payout', `held_because = '{velocity}'`],
    ['pay_in', `status = 'done'`],
    ['pay_in', `purpose = 'gift'`],
    ['pay_in', `party = 'team'`],
    ['pay_in', `amount_paise = 0`],
    ['deposit', `kind = 'early'`],
    ['deposit', `amount_paise = -1`],
    ['webhook_event', `state = 'lost'`],
  ])('%s is refused: %s', async (table, change) => {
    expect(await changed(table, change, 'true')).toBe(CHECK)
  })

  it('a reason to hold it is accepted', async () => {
    expect(await changed('payout', `status = 'held', held_because = '{velocity}'`, `id = 'guarded'`)).toBe(
      'accepted',
    )
  })

  it.each(['', 'k'.repeat(256)])('an idempotency key of %j characters is none', async (key) => {
    const insert = app.db.ownerPool.query(
      `insert into idempotency (user_id, key, fingerprint, status, body) values ($1, $2, 'f', 200, '{}')`,
      [paid.payer.id, key],
    )
    await expect(insert).rejects.toMatchObject({ code: CHECK })
  })

  it('an attempt has an outcome that there is', async () => {
    const insert = app.db.ownerPool.query(
      `insert into payout_attempt (payout_id, n, outcome) values ('guarded', 1, 'lost')`,
    )
    await expect(insert).rejects.toMatchObject({ code: CHECK })
  })
})
