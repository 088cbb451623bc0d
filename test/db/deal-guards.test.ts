/** What the database itself refuses about deals, whoever asks: words that are none, amounts, and states that do not fit. */
import { beforeAll, describe, expect, it } from 'vitest'
import { isTerminal, STATUSES } from '#core/lifecycle/states.ts'
import { useApp } from '#test/support/app.ts'
import { agreedGoods } from '#test/support/money.ts'
import { type Pair, pay } from '#test/support/people.ts'

const app = useApp()
let paid: Pair
let agreed: Pair
beforeAll(async () => {
  paid = await agreedGoods(app)
  await pay(app, paid.payer, paid.formPk)
  agreed = await agreedGoods(app)
})

const CHECK = '23514'
/** What is said of a change, which is taken back if it was accepted. */
async function deal(pair: Pair, change: string): Promise<string> {
  const client = await app.db.ownerPool.connect()
  try {
    await client.query('begin')
    await client.query(`update deal set ${change} where id = $1`, [pair.formPk])
    return 'accepted'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
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
