/** The grid of deals: narrowed, ordered, with payer and payee where they belong, and as a file that runs nothing. */
import { read, utils } from '@e965/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import {
  accept,
  bringTo,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  teammate,
} from '#test/support/people.ts'

const app = useApp()
let team: Person
let goods: Pair
let work: Pair
let held: Pair
beforeAll(async () => {
  team = await teammate(app, 'Admin')
  goods = await offerShopping(app, { amount: 5_000 })
  await accept(app, goods)
  work = await offerServices(app, { amount: 20_000 })
  held = await offerServices(app, { amount: 30_000 })
  await bringTo(app, held, 'funded')
  await app.db.ownerPool.query(
    `update deal set terms = jsonb_set(terms, '{deliverables}', '"=HYPERLINK(1) <&>"') where id = $1`,
    [held.formPk],
  )
})

const list = (query: string) =>
  app.call('GET', `/api/auth/thirdview/transactions/?${query}`, { token: team.token })
async function forms(query: string): Promise<string[]> {
  const { body, headers } = await list(query)
  expect(headers['x-total-count']).toBe(String(body.length))
  return body.map((row: { form_pk: string }) => row.form_pk)
}
const today = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)

describe('is narrowed to', () => {
  it.each([
    ['a state', 'state=agreed', () => [goods]],
    ['what runs', 'state=open', () => [held, work, goods]],
    ['what is held', 'state=held', () => [held]],
    ['work', 'track=services', () => [held, work]],
    ['an amount', 'min=5001&max=20000', () => [work]],
    ['a day and after', `from=${today()}`, () => [held, work, goods]],
    ['days before', 'to=2020-01-01', () => []],
    ['what is over', 'due=over', () => []],
    ['what is due within a week', 'due=week&state=agreed', () => [goods]],
    ['several at once', 'track=services&state=held&min=30000', () => [held]],
  ])('%s', async (_, query, pairs) => {
    expect(await forms(query)).toEqual(pairs().map(({ formPk }) => formPk))
  })

  it('nothing else: what is no filter is refused', async () => {
    expect((await list('state=lost')).status).toBe(400)
    expect((await list('from=yesterday')).status).toBe(400)
  })
})

it('is ordered by amount and by what is due', async () => {
  expect(await forms('ordering=amount')).toEqual([goods, work, held].map(({ formPk }) => formPk))
  expect((await list('ordering=-payer')).body.ordering[0]).toContain(
    'created_at, amount, form_pk, status, due_at',
  )
  const { body } = await list('ordering=due_at')
  const dues = body.map((row: { due_at: string }) => row.due_at)
  expect(dues).toEqual(dues.toSorted())
})

it('names payer and payee by who pays, not by who wrote the form', async () => {
  const { body } = await list('ordering=amount')
  expect(body).toMatchObject([
    { payer_phone: goods.payer.phone, payee_name: goods.payee.business, main_user_phone: goods.payer.phone },
    { payer_phone: work.payer.phone, main_user_phone: work.payee.phone },
    { payer_phone: held.payer.phone, whose_move: ['payee'] },
  ])
  expect(body[1].payer_first_name).not.toBe(body[1].main_user_fname)
})

describe('as a file', () => {
  const download = async (input: object, url = '/api/admin/transactions/export') => {
    const reply = await app.app.inject({
      method: 'POST',
      url,
      headers: { host: 'amanat.test', authorization: `Token ${team.token}` },
      payload: input,
    })
    return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
  }

  it('is CSV of the filter, and no cell of it is a formula', async () => {
    const { status, headers, bytes } = await download({ format: 'csv', state: 'open' })
    expect([status, headers['x-total-count']]).toEqual([200, '3'])
    const lines = bytes.toString('utf8').replace(/\r\n$/, '').split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^\ufeff"form_pk"/)
    expect(lines[1]).toContain(`"'=HYPERLINK(1) <&>"`)
  })

  it('is a spreadsheet of the selection, and its cells are texts', async () => {
    const { status, headers, bytes } = await download({ format: 'xlsx', forms: [held.formPk, goods.formPk] })
    expect([status, headers['x-total-count']]).toEqual([200, '2'])
    const { Sheets } = read(bytes)
    const rows = utils.sheet_to_json<string[]>(Sheets.Sheet1 ?? {}, { header: 1 })
    expect(rows.map(([formPk]) => formPk)).toEqual(['form_pk', held.formPk, goods.formPk])
    expect(rows[1]).toContain('=HYPERLINK(1) <&>')
    const cells = Object.values(Sheets.Sheet1 ?? {}).filter((cell) => cell?.f !== undefined)
    expect(cells).toEqual([])
  })

  it('is written down, and is nobody’s but the team’s', async () => {
    const { rows } = await app.db.ownerPool.query(
      `select after from audit_event where action = 'data_exported' and actor_id = $1 order by id`,
      [team.id],
    )
    expect(rows.map(({ after }) => after.rows)).toEqual([3, 2])
    const { status } = await app.call('POST', '/api/admin/transactions/export', {
      token: goods.payer.token,
      body: { format: 'csv' },
    })
    expect(status).toBe(403)
  })

  it('has people too, of the search or of the selection', async () => {
    await app.db.ownerPool.query(`update app_user set first_name = '=Zoya' where id = $1`, [goods.payer.id])
    const ids = [goods.payer.id, work.payee.id]
    const csv = await download({ format: 'csv', ids }, '/api/admin/people/export')
    expect([csv.status, csv.headers['x-total-count']]).toEqual([200, '2'])
    const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^\ufeff"id","first_name"/)
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      ids.toSorted((one, other) => other - one).map((id) => `"${id}"`),
    )
    expect(lines.join()).toContain(`"'=Zoya"`)
    const xlsx = await download({ format: 'xlsx', search: '=zoya' }, '/api/admin/people/export')
    expect(xlsx.headers['content-disposition']).toContain('users.xlsx')
    const rows = utils.sheet_to_json<string[]>(read(xlsx.bytes).Sheets.Sheet1 ?? {}, { header: 1 })
    expect(rows.map(([id]) => id)).toEqual(['id', String(goods.payer.id)])
    const { rows: audited } = await app.db.ownerPool.query(
      `select subject_type, after->>'rows' as rows from audit_event where action = 'data_exported' order by id desc limit 2`,
    )
    expect(audited).toEqual([
      { subject_type: 'users', rows: '1' },
      { subject_type: 'users', rows: '2' },
    ])
  })
})
