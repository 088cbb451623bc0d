/** The books as an Admin reads them: they add up at each moment, each figure of the home leads to them, none else reads them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import {
  bringTo,
  offerShopping,
  type Pair,
  type Person,
  person,
  take,
  teammate,
} from '#test/support/people.ts'

const app = useApp()
let admin: Person
let pair: Pair
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  await bringTo(app, await offerShopping(app), 'funded')
})

const get = async (path: string) => {
  const { status, body } = await app.call('GET', `/api/admin/${path}`, { token: admin.token })
  expect(status, path).toBe(200)
  return body
}
interface Row {
  side: string
  group: string
  debit_paise: number
  credit_paise: number
}
const trial = (at?: string) => get(at === undefined ? 'ledger' : `ledger?at=${encodeURIComponent(at)}`)
const sideOf = (rows: Row[], side: string) =>
  rows.reduce((sum, row) => sum + (row.side === side ? row.credit_paise - row.debit_paise : 0), 0)

describe('the trial balance', () => {
  it('has debits equal to credits, and the figures of the home', async () => {
    const { rows, debit_paise, credit_paise } = await trial()
    expect(debit_paise).toBe(credit_paise)
    expect(debit_paise).toBeGreaterThan(0)
    const { money } = await get('home')
    expect({
      backing: -sideOf(rows, 'backing'),
      others: sideOf(rows, 'others'),
      own: sideOf(rows, 'own'),
    }).toEqual({ backing: money.backing_paise, others: money.others_paise, own: money.own_paise })
    expect(rows.find(({ group }: Row) => group === 'hold').credit_paise).toBe(money.held_paise)
  })

  it('of a moment is what it was then', async () => {
    const { at, ...before } = await trial()
    await app.advance('PT1H')
    const next = await offerShopping(app)
    await bringTo(app, next, 'funded')
    expect((await trial()).credit_paise).toBeGreaterThan(before.credit_paise)
    const { at: _, ...again } = await trial(at)
    expect(again).toEqual(before)
    expect((await trial('2020-01-01T00:00')).rows).toEqual([])
  })

  it('refuses what is no moment', async () => {
    const { status, body } = await app.call('GET', '/api/admin/ledger?at=yesterday', { token: admin.token })
    expect([status, body]).toEqual([400, { at: ['Please choose a date and time.'] }])
  })
})

it('a group leads to its accounts, an account to its transfers, page by page', async () => {
  const holds: string[] = []
  let sum = 0
  let after = ''
  do {
    const { data, next } = await get(`ledger/accounts?group=hold&limit=1${after && `&after=${after}`}`)
    for (const { account, paise } of data) {
      holds.push(account)
      sum += paise
    }
    after = next ?? ''
  } while (after !== '')
  expect(holds).toContain(`hold:${pair.formPk}`)
  expect(sum).toBe((await trial()).rows.find(({ group }: Row) => group === 'hold').credit_paise)

  const first = await get('ledger/transfers?limit=1')
  const second = await get(`ledger/transfers?limit=1&after=${first.next}`)
  expect(second.data[0].id).not.toBe(first.data[0].id)
  const { data } = await get(`ledger/transfers?account=hold:${pair.formPk}`)
  expect(data).toMatchObject([
    {
      ...{ kind: 'fund', form_pk: pair.formPk },
      entries: [{ amount_paise: expect.any(Number) }, { account: `hold:${pair.formPk}` }],
    },
  ])
  const wrong = await app.call('GET', `/api/admin/ledger/transfers?account=suspense&after=${first.next}`, {
    token: admin.token,
  })
  expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_cursor'])
})

describe('the statement of a person', () => {
  const statement = (who: Person, body: object, by = admin) =>
    app.app.inject({
      method: 'POST',
      url: `/api/admin/people/${who.id}/statement`,
      headers: { host: 'amanat.test', authorization: `Token ${by.token}` },
      payload: body,
    })
  const lines = async (who: Person, body: object = {}) =>
    (await statement(who, { format: 'csv', ...body })).body
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(1, -1).split('","').slice(1))
      // the name of a deal may begin with "-", and is then marked as no formula
      .map((cells) => cells.map((cell) => cell.replace(/^'(?=-)/, '')))

  it('has what was paid in, credited and paid out, and ends at what is owed', async () => {
    const sold = await offerShopping(app)
    await bringTo(app, sold, 'delivered')
    await take(app, sold.payer, sold.formPk, 'release')
    await app.runJobs()
    const amount = (await lines(sold.payer))[1]?.[2]
    expect(await lines(sold.payer)).toEqual([
      ['before', '', '', '', '', '0'],
      ['fund', sold.formPk, amount, '0', '0', '0'],
    ])
    expect(await lines(sold.payee)).toEqual([
      ['before', '', '', '', '', '0'],
      ['release', sold.formPk, '0', amount, '0', amount],
      ['payout', sold.formPk, '0', '0', amount, '0'],
    ])
    await app.advance('P2D')
    const tomorrow = (await trial()).at.slice(0, 10)
    expect(await lines(sold.payee, { from: tomorrow })).toEqual([['before', '', '', '', '', '0']])
    expect(await lines(sold.payee, { to: '2020-01-01' })).toHaveLength(1)
  })

  it('counts the lines of the asked days alone, and begins with what was owed before them', async () => {
    const payee = await person(app, 'Seller')
    await app.db.ownerPool.query(
      `select post('day:' || i, 'bank_charges', null, null, $1::text[], array[-1, 1]::bigint[])
         from generate_series(1, 2001) i`,
      [['gateway:sandbox', `payable:${payee.id}`]],
    )
    const today = (await trial()).at.slice(0, 10)
    const all = await statement(payee, { format: 'csv', from: today, to: today })
    expect([all.statusCode, all.json().code]).toEqual([409, 'limit_reached'])
    await app.advance('P2D')
    const later = (await trial()).at.slice(0, 10)
    expect(await lines(payee, { from: later })).toEqual([['before', '', '', '', '', '20.01']])
    expect(await lines(payee, { from: '2020-01-01', to: '2020-01-02' })).toEqual([
      ['before', '', '', '', '', '0'],
    ])
  })

  it('is a PDF too, is written down, and refuses what it does not know', async () => {
    const reply = await statement(pair.payer, { format: 'pdf', lang: 'hi' })
    expect([reply.statusCode, reply.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const { rows } = await app.db.ownerPool.query(
      `select actor_id, after from audit_event where action = 'data_exported' and subject_id = $1 order by id desc limit 1`,
      [String(pair.payer.id)],
    )
    expect([Number(rows[0].actor_id), rows[0].after.format]).toEqual([admin.id, 'pdf'])
    expect((await statement(pair.payer, { format: 'doc' })).statusCode).toBe(400)
    expect((await statement(pair.payer, { format: 'csv', from: '2026-02-30' })).statusCode).toBe(400)
    expect((await statement({ ...pair.payer, id: 99_999_999 }, { format: 'csv' })).statusCode).toBe(404)
  })

  it('is for Admins alone, as the books are', async () => {
    for (const who of [await teammate(app, 'Mediator'), pair.payer, await person(app, 'Seller')]) {
      expect((await statement(pair.payer, { format: 'csv' }, who)).statusCode).toBe(403)
      for (const path of ['ledger', 'ledger/accounts?group=hold', 'ledger/transfers'])
        expect((await app.call('GET', `/api/admin/${path}`, { token: who.token })).status).toBe(403)
    }
  })
})
