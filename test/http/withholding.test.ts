/** Tax withheld from payees over HTTP and in the books: what is switched on, thresholds under races, returns that sum to the ledger. */
import { afterAll, describe, expect, it } from 'vitest'
import { readTaxSettings } from '#server/config/operator-content.ts'
import { stopRendering } from '#server/pdf/render.ts'
import { applyDueLapses } from '#server/services/deals/lapse.ts'
import { HOST, type TestApp, testSettings, useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { printedOn, squeezed } from '#test/support/pdf-text.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { Script } from '#test/support/script.ts'
import { columnOf } from '#test/support/sheets.ts'
import { unpack } from '#test/support/unzip.ts'

const file = readTaxSettings()
/** From Rs 30,000 a year on, so that two releases are enough. */
const tds = file.tds.map((rule) => ({ ...rule, threshold_paise: 3_000_000 }))
const tax = { ...file, gstin: '27AAPFU0939F1ZV', tan: 'MUMA12345B', tds, collects_tcs: true }
const settings = { ...testSettings, tax }
const app = useApp({ settings })
const plain = useApp()
afterAll(stopRendering)

const PUNE = { name: 'Rao Design', address: 'MG Road, Pune', pin: '411001', state: '27' }
const PERSON = { ...PUNE, pan: 'ABCPD1234E' }
const COMPANY = { ...PUNE, state: '29', pin: '560001', gstin: '29AAGCB7383J1Z4' }

interface Players {
  readonly payer: Person
  readonly payee: Person
  readonly team: Person
}
const players = async (where: TestApp = app): Promise<Players> => ({
  payer: await person(where, 'Client'),
  payee: await person(where, 'Service_Provider'),
  team: await teammate(where, 'Admin'),
})
const tell = async (who: Person, details: object, where = app) => {
  const reply = await where.call('POST', '/api/account/tax-details', { token: who.token, body: details })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
/** Work for Rs 20,000, of which 5 % are commission: ready to be released. */
async function delivered(who: Players, { amount = 20_000, where = app } = {}): Promise<Script> {
  const deal = new Script(where, who)
  await deal.offer('services', { amount })
  await deal.play('payer accept · payer pay · payee start · payee deliver')
  return deal
}
async function released(who: Players, options = {}): Promise<Script> {
  const deal = await delivered(who, options)
  await deal.play('payer release')
  return deal
}
const query = async (text: string, values: unknown[] = [], where = app) =>
  (await where.db.ownerPool.query(text, values)).rows
const balance = async (code: string, where = app): Promise<number> =>
  Number((await query('select balance_of($1) as paise', [code], where))[0].paise)
const rowsOf = (formPk: string) =>
  query(
    'select tax, gross_paise, base_paise, rate_bp, tax_paise, reason from withheld_tax where deal_id = $1 order by tax',
    [formPk],
  )

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a describe holds its tests, each of them short
describe('with the rules switched on', () => {
  it('withholds in the transfer that ends the deal, and pays out the rest', async () => {
    const who = await players()
    await tell(who.payee, COMPANY)
    const deal = await released(who)
    // 0.1 % and 0.5 % of Rs 20,000; commission Rs 1,000
    expect(await rowsOf(deal.formPk)).toEqual([
      expect.objectContaining({ tax: 'tcs', gross_paise: 2_000_000, tax_paise: 10_000, rate_bp: 50 }),
      expect.objectContaining({ tax: 'tds', base_paise: 2_000_000, tax_paise: 2_000, rate_bp: 10 }),
    ])
    const entries = await query(
      `select a.code, e.amount from transfer t join entry e on e.transfer_no = t.no
         join ledger_account a on a.id = e.account_id where t.id = $1 order by 1`,
      [`deal:${deal.formPk}:end`],
    )
    expect(
      Object.fromEntries(
        entries.map(({ code, amount }) => [code.split(':').slice(0, 2).join(':'), Number(amount)]),
      ),
    ).toEqual({
      ...{ [`hold:${deal.formPk}`]: -2_000_000, commission: 100_000, 'tax:tds': 2_000, 'tax:tcs': 10_000 },
      [`payable:${who.payee.id}`]: 1_888_000,
    })
    const payouts = await query('select amount_paise from payout where deal_id = $1', [deal.formPk])
    expect(payouts).toEqual([{ amount_paise: 1_888_000 }])
    expect(await app.verify()).toEqual([])
  })

  it('takes nothing of what goes back to a payer, and only of the part that a payee is paid', async () => {
    const who = await players()
    await tell(who.payee, COMPANY)
    const back = new Script(app, who)
    await back.offer('services', { amount: 20_000 })
    await back.play('payer accept · payer pay · payer cancel')
    expect(await rowsOf(back.formPk)).toEqual([])
    const cancelled = new Script(app, who)
    await cancelled.offer('services', { amount: 20_000 })
    await cancelled.play('payer accept · payer pay · payee start · payer cancel')
    // the cancellation fee is 10 %
    expect((await rowsOf(cancelled.formPk)).map(({ gross_paise }) => gross_paise)).toEqual([200_000, 200_000])
    expect(await app.verify()).toEqual([])
  })

  it('asks who has told no PAN for the higher rate, and says so before and after', async () => {
    const who = await players()
    const deal = await delivered(who)
    expect((await deal.look('payee')).withheld).toEqual({
      ...{ tds_paise: 100_000, tcs_paise: 0, reason: 'no_pan', final: false },
    })
    expect((await deal.look('payer')).withheld).toBeUndefined()
    await deal.play('payer release')
    const [view, otherView] = [await deal.look('payee'), await deal.look('payer')]
    expect([view.money.payee_paise, view.withheld]).toEqual([
      1_800_000,
      { tds_paise: 100_000, tcs_paise: 0, reason: null, final: true },
    ])
    expect([otherView.money.payee_paise, otherView.withheld]).toEqual([1_900_000, undefined])
    const mailbox = new Mailbox(app)
    const letters = (await mailbox.all(who.payee.email)).map(({ text }) => text).join('\n')
    expect(letters).toContain('₹18,000 comes to you')
    expect(letters).toContain('₹1,000 of income tax (TDS) was withheld')
    const others = (await mailbox.all(who.payer.email)).map(({ text }) => text).join('\n')
    expect(others).toContain('₹19,000 goes to')
    expect(others).not.toContain('TDS')
  })

  it('has it on the receipt, in both languages, and the account adds up', async () => {
    const who = await players()
    const deal = await released(who)
    const receipt = async (reader: Person, lang: string): Promise<string> => {
      const reply = await app.app.inject({
        url: `/api/deals/${deal.formPk}/receipt.pdf?lang=${lang}`,
        headers: { host: HOST, authorization: `Token ${reader.token}` },
      })
      expect(reply.statusCode).toBe(200)
      return printedOn(reply.rawPayload)
    }
    const text = await receipt(who.payee, 'en')
    for (const part of ['Income tax withheld (TDS)', '₹1,000', '₹18,000'])
      expect(text).toContain(squeezed(part))
    expect(await receipt(who.payee, 'hi')).toContain('(TDS)')
    const others = await receipt(who.payer, 'en')
    expect(others).not.toContain('TDS')
    expect(others).toContain('₹19,000')
  })

  it('frees a year below the threshold, and taxes all of it above', async () => {
    const who = await players()
    expect(await tell(who.payee, PERSON)).toMatchObject({ asks_pan: true, details: { pan: 'ABCPD1234E' } })
    const first = await released(who)
    expect(await rowsOf(first.formPk)).toEqual([
      expect.objectContaining({ base_paise: 0, tax_paise: 0, reason: 'below_threshold' }),
    ])
    const second = await released(who)
    expect(await rowsOf(second.formPk)).toEqual([
      expect.objectContaining({ base_paise: 4_000_000, tax_paise: 4_000, reason: null }),
    ])
    await app.advance('P200D')
    const nextYear = await released(who)
    expect((await rowsOf(nextYear.formPk))[0]).toMatchObject({ tax_paise: 0, reason: 'below_threshold' })
  })

  it.each([2, 3])(
    'of %i releases at once that go above the threshold together one counts the others',
    async (count) => {
      const who = await players()
      await tell(who.payee, PERSON)
      const deals = []
      for (let n = 0; n < count; n++) deals.push(await delivered(who))
      await Promise.all(deals.map((deal) => deal.play('payer release')))
      const rows = (await Promise.all(deals.map(({ formPk }) => rowsOf(formPk)))).flat()
      const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0)
      expect([sum('gross_paise'), sum('base_paise'), sum('tax_paise')]).toEqual([
        count * 2_000_000,
        count * 2_000_000,
        count * 2_000,
      ])
      expect(rows.filter(({ reason }) => reason === 'below_threshold')).toHaveLength(1)
      expect(await app.verify()).toEqual([])
    },
  )

  it('deadlines that one transaction applies count each other too', async () => {
    const who = await players()
    await tell(who.payee, PERSON)
    const deals = [await delivered(who), await delivered(who), await delivered(who)]
    await app.advance('P30D')
    await app.db.runInTransaction((tx, now) => applyDueLapses({ tx, now, settings }, 50))
    const rows = (await Promise.all(deals.map(({ formPk }) => rowsOf(formPk)))).flat()
    expect(rows.reduce((total, { base_paise }) => total + base_paise, 0)).toBe(6_000_000)
    expect(rows.filter(({ reason }) => reason === 'below_threshold')).toHaveLength(1)
  })

  it('files returns whose sums are the ledger, to the paisa', async () => {
    const team = await teammate(app, 'Admin')
    const months = await query(`select distinct to_char(withheld_on, 'YYYY-MM') as month from withheld_tax`)
    const sums = { tds: 0, tcs: 0 }
    for (const { month } of months) {
      const sheets = await returnsOf(team, month)
      sums.tds += columnOf(sheets.get('tds-26q.csv'), 'Tax Deducted')
      for (const head of ['Integrated Tax', 'Central Tax', 'State/UT Tax'])
        sums.tcs += columnOf(sheets.get('tcs-gstr8.csv'), head)
      const { body } = await app.call('GET', `/api/admin/tax-papers/withheld?month=${month}`, {
        token: team.token,
      })
      expect([body.tds, body.tcs, body.rows.length > 0]).toEqual([true, true, true])
    }
    expect(sums).toEqual({ tds: await balance('tax:tds'), tcs: await balance('tax:tcs') })
    expect(sums.tds).toBeGreaterThan(0)
    expect(sums.tcs).toBeGreaterThan(0)
  })

  it.each([
    ['told', { ...PUNE, pan: 'ABCPD1234E' }, 'ABCPD1234E', '02'],
    ['in a GSTIN', COMPANY, 'AAGCB7383J', '01'],
  ])(
    'quotes a PAN that came after the release, %s, and nobody’s before',
    async (_how, details, pan, code) => {
      const who = await players()
      const deal = await released(who)
      const [{ month }] = await query(
        `select to_char(withheld_on, 'YYYY-MM') as month from withheld_tax where deal_id = $1`,
        [deal.formPk],
      )
      const lineOf = async () => {
        const sheet = (await returnsOf(who.team, month)).get('tds-26q.csv')?.toString() ?? ''
        const line = sheet.split('\r\n').find((text) => text.includes(deal.formPk)) ?? ''
        return line.replaceAll('"', '').split(',').slice(1)
      }
      const before = await lineOf()
      expect([before[0], before[1], before.at(-2)]).toEqual(['02', 'PANNOTAVBL', 'C'])
      await tell(who.payee, details)
      const after = await lineOf()
      expect([after[0], after[1], after.at(-2)]).toEqual([code, pan, ''])
      // what was withheld, and the rate of that day, stay
      expect(after.slice(3, -2)).toEqual(before.slice(3, -2))
    },
  )

  it('shows them to the team alone, and the returns to Admins', async () => {
    const mediator = await teammate(app)
    const stranger = await person(app, 'Buyer')
    const status = async (who: Person, path: string) =>
      (await app.call('GET', `/api/admin/tax-papers/${path}?month=2026-11`, { token: who.token })).status
    expect(await status(mediator, 'withheld')).toBe(200)
    expect(await status(mediator, 'withheld.zip')).toBe(403)
    expect([await status(stranger, 'withheld'), await status(stranger, 'withheld.zip')]).toEqual([403, 403])
  })

  it('keeps what was withheld of an account that is deleted, and gives it to its owner before', async () => {
    const who = await players()
    await tell(who.payee, PERSON)
    const deal = await released(who)
    await app.runJobs()
    const exported = await app.call('GET', '/api/account/export', { token: who.payee.token })
    expect(exported.body.withheld_taxes).toEqual([expect.objectContaining({ pan: 'ABCPD1234E', tax: 'tds' })])
    const reply = await app.call('POST', '/api/account/delete', {
      token: who.payee.token,
      body: { password: 'Amanat@2026' },
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const [row] = await query('select payee, pan from withheld_tax where deal_id = $1', [deal.formPk])
    expect(row).toMatchObject({ payee: { name: 'Rao Design' }, pan: 'ABCPD1234E' })
  })
})

describe('the database', () => {
  const insert = (over: Record<string, unknown>) => {
    const row = { ...over }
    const names = Object.keys(row)
    return query(
      `insert into withheld_tax (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(row),
    )
  }
  it('takes no row that the ledger does not have, and changes none', async () => {
    const who = await players()
    await tell(who.payee, COMPANY)
    const { formPk } = await released(who)
    const [row] = await query(`select * from withheld_tax where deal_id = $1 and tax = 'tds'`, [formPk])
    const other = await delivered(who)
    await expect(insert({ ...row, deal_id: other.formPk })).rejects.toThrow(/the ledger has 0/)
    await expect(insert({ ...row, deal_id: other.formPk, year: '25-26' })).rejects.toThrow(/not of the year/)
    await expect(query('update withheld_tax set tax_paise = 1')).rejects.toThrow(/append-only/)
    await expect(query('delete from withheld_tax')).rejects.toThrow(/append-only/)
  })

  it('says in verify() what is on the accounts and was not withheld', async () => {
    await query(`select post('test:tds', 'test', null, null, array['owner', 'tax:tds'], array[-5, 5])`)
    expect(await app.verify()).toEqual([
      expect.objectContaining({ check_name: 'withheld_tax', subject: 'transfer test:tds' }),
    ])
  })
})

it('with the rules off nothing is withheld, asked or shown', async () => {
  const who = await players(plain)
  expect(await tell(who.payee, PERSON, plain)).toEqual({ details: { ...PUNE, gstin: null } })
  const deal = await released(who, { where: plain })
  expect((await deal.look('payee')).withheld).toBeUndefined()
  expect(await balance(`tax:tds`, plain)).toBe(0)
  expect(await query('select * from withheld_tax', [], plain)).toEqual([])
  expect(await query('select pan from tax_person', [], plain)).toEqual([{ pan: null }])
  const { body } = await plain.call('GET', '/api/admin/tax-papers/withheld?month=2026-11', {
    token: who.team.token,
  })
  expect(body).toEqual({ tds: false, tcs: false, rows: [] })
})

async function returnsOf(team: Person, month: string): Promise<Map<string, Buffer>> {
  const reply = await app.app.inject({
    url: `/api/admin/tax-papers/withheld.zip?month=${month}`,
    headers: { host: HOST, authorization: `Token ${team.token}` },
  })
  expect(reply.statusCode).toBe(200)
  return unpack(reply.rawPayload)
}
