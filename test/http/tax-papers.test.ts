/** Papers of tax over HTTP: who gets which, what they say, what is given back, and a return that sums to the ledger. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { istDay } from '#core/time.ts'
import { readTaxSettings } from '#server/config/operator-content.ts'
import { issueAllPapers } from '#server/jobs/tax-papers.ts'
import { stopRendering } from '#server/pdf/render.ts'
import { HOST, type TestApp, testSettings, useApp } from '#test/support/app.ts'
import { printedOn, squeezed } from '#test/support/pdf-text.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { Script } from '#test/support/script.ts'
import { columnOf } from '#test/support/sheets.ts'
import { unpack } from '#test/support/unzip.ts'

const registered = { ...testSettings, tax: { ...readTaxSettings(), gstin: '27AAPFU0939F1ZV' } }
const app = useApp({ settings: registered })
const plain = useApp()
afterAll(stopRendering)

interface Trade {
  readonly payer: Person
  readonly payee: Person
  readonly team: Person
  readonly formPk: string
}
/** Work for Rs 20,000 that was released: the freelancer has paid Rs 1,000 of commission. */
async function released(where: TestApp): Promise<Trade> {
  const players = {
    payer: await person(where, 'Client'),
    payee: await person(where, 'Service_Provider'),
    team: await teammate(where, 'Admin'),
  }
  const deal = new Script(where, players)
  await deal.offer('services', { amount: 20_000 })
  await deal.play('payer accept · payer pay · payee start · payee deliver · payer release')
  return { ...players, formPk: deal.formPk }
}
const issue = (where: TestApp, settings = testSettings): Promise<number> =>
  issueAllPapers({ runInTransaction: where.db.runInTransaction, settings })
const papersOf = async (who: Person, where: TestApp = app) =>
  (await where.call('GET', '/api/account/tax-papers', { token: who.token })).body
const PUNE = { name: 'Rao Design', address: 'MG Road, Pune', pin: '411001', state: '27' }
const BENGALURU = {
  ...{ name: 'Rao Design', address: 'MG Road, Bengaluru', pin: '560001', state: '29' },
  gstin: '29AAGCB7383J1Z4',
}
const tell = (who: Person, details: object) =>
  app.call('POST', '/api/account/tax-details', { token: who.token, body: details })
async function pdf(who: Person, id: string, { where = app, lang = 'en' } = {}) {
  const reply = await where.app.inject({
    url: `/api/tax-papers/${id}/pdf?lang=${lang}`,
    headers: { host: HOST, authorization: `Token ${who.token}` },
  })
  return { status: reply.statusCode, text: reply.statusCode === 200 ? printedOn(reply.rawPayload) : '' }
}
const { query } = app
const balance = async (code: string): Promise<number> =>
  Number((await query('select balance_of($1) as paise', [code]))[0].paise)

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a describe holds its tests, each of them short
describe('a registered operator', () => {
  let trade: Trade
  let id: string
  beforeAll(async () => {
    trade = await released(app)
  })

  it('waits with an invoice until its recipient has said where they live', async () => {
    expect(await issue(app, registered)).toBe(0)
    expect(await papersOf(trade.payee)).toEqual({ papers: [], waiting: 1, needs_details: true })
    expect(await papersOf(trade.payer)).toEqual({ papers: [], waiting: 0, needs_details: false })
    const wrong = await tell(trade.payee, { ...BENGALURU, state: '27' })
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['state']])
    const right = await tell(trade.payee, BENGALURU)
    expect([right.status, right.body.details]).toEqual([200, BENGALURU])
    expect(await issue(app, registered)).toBe(1)
    const { papers, waiting } = await papersOf(trade.payee)
    expect(waiting).toBe(0)
    expect(papers).toEqual([
      expect.objectContaining({
        ...{ kind: 'invoice', fee: 'commission', form_pk: trade.formPk, original: null },
        ...{ taxable_paise: 84_746, tax_paise: 15_254, total_paise: 100_000 },
      }),
    ])
    id = papers[0].id
    expect(await balance('tax:gst_output')).toBe(15_254)
    expect(await balance('commission')).toBe(84_746)
  })

  it('says on paper what the rules ask for, in both languages', async () => {
    const { text } = await pdf(trade.payee, id)
    for (const part of [
      'Tax invoice',
      '27AAPFU0939F1ZV',
      '29AAGCB7383J1Z4',
      'Rao Design',
      'MG Road, Bengaluru, 560001',
    ])
      expect(text).toContain(squeezed(part))
    for (const part of [
      '996211',
      'Karnataka (29)',
      'IGST 18 %',
      '847.46',
      '152.54',
      'Rupees one thousand only',
    ])
      expect(text).toContain(squeezed(part))
    // the whole stands below its parts
    expect(text.indexOf('Total')).toBeGreaterThan(text.indexOf('152.54'))
    expect(text).toContain(id.replace(/^AM-(\d\d-\d\d)-/, 'AM/$1/'))
    expect(text).not.toContain('CGST')
    const hindi = await pdf(trade.payee, id, { lang: 'hi' })
    expect(hindi.text).toContain('847.46')
    expect(hindi.text).not.toContain('Rupees')
  })

  it('gives it to who paid the fee and to the team, and to nobody else', async () => {
    const stranger = await person(app, 'Buyer')
    const mediator = await teammate(app)
    const statuses = []
    for (const who of [trade.payee, trade.team, mediator, trade.payer, stranger])
      statuses.push((await pdf(who, id)).status)
    expect(statuses).toEqual([200, 200, 200, 404, 404])
    expect((await pdf(trade.payee, 'AM-26-27-999999')).status).toBe(404)
  })

  it('writes to nobody in time: the own State stands for theirs, and the team sees it', async () => {
    const late = await released(app)
    expect(await issue(app, registered)).toBe(0)
    await app.advance('P26D')
    expect(await issue(app, registered)).toBe(1)
    const { papers } = await papersOf(late.payee)
    const month = papers[0].issued_on.slice(0, 7)
    const { body } = await app.call('GET', `/api/admin/tax-papers?month=${month}`, { token: late.team.token })
    expect(body).toContainEqual(
      expect.objectContaining({ number: papers[0].number, place_of_supply: '27', place_assumed: true }),
    )
    expect((await pdf(late.payee, papers[0].id)).text).toContain(squeezed('CGST 9 %'))
  })

  it('bills each kept fee to who paid it: 50 rupees are 42.37, twice 3.81 and 0.01', async () => {
    const players = {
      payer: await person(app, 'Buyer'),
      payee: await person(app, 'Seller'),
      team: await teammate(app),
    }
    await tell(players.payer, PUNE)
    await tell(players.payee, PUNE)
    const deal = new Script(app, players)
    await deal.offer('shopping', { amount: 1500 })
    await deal.play('payee accept · payer pay · payee ship · payee deliver · payer complain · payer pay')
    await deal.play('payee pay · payee respond · payer escalate · payee escalate · team decide 50000 payee')
    await issue(app, registered)
    const [paper] = await query(`select * from tax_paper where deal_id = $1`, [deal.formPk])
    expect(paper).toMatchObject({
      ...{ fee: 'dispute_fee', user_id: players.payee.id, sac: '999799' },
      ...{ taxable_paise: 4_237, cgst_paise: 381, sgst_paise: 381, igst_paise: 0, round_off_paise: 1 },
    })
  })

  it('gives back a part and then the rest, with a note for each, and never more', async () => {
    const { team, payee, formPk } = trade
    const back = (rupees: number, who = team) =>
      app.call('POST', `/api/admin/tax-papers/${id}/give-back`, {
        token: who.token,
        body: { amount_paise: rupees * 100, reason: 'The work was done twice' },
      })
    const owed = await balance('tax:gst_output')
    const answers = await Promise.all([back(300), back(300), back(300), back(300), back(300)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400])
    expect((await back(100)).body).toEqual({ left_paise: 0 })
    expect((await back(1)).status).toBe(400)
    expect(await issue(app, registered)).toBe(4)
    const notes = await query(`select * from tax_paper where user_id = $1 and kind = 'credit_note'`, [
      payee.id,
    ])
    expect(notes.reduce((sum, note) => sum + note.igst_paise, 0)).toBe(15_254)
    expect(await balance('tax:gst_output')).toBe(owed - 15_254)
    const note = (await papersOf(payee)).papers.find((each: { kind: string }) => each.kind === 'credit_note')
    const again = `/api/admin/tax-papers/${note.id}/give-back`
    const body = { amount_paise: 100, reason: 'x' }
    expect((await app.call('POST', again, { token: team.token, body })).status).toBe(409)
    expect((await pdf(payee, note.id)).text).toContain(squeezed('The work was done twice'))
    await app.runJobs()
    const payouts = await query(`select status, amount_paise from payout where deal_id = $1`, [formPk])
    expect(payouts.reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(2_000_000)
    expect(await app.verify()).toEqual([])
  })

  it('gives nothing back to itself', async () => {
    const { payee, formPk } = await released(app)
    await tell(payee, PUNE)
    await issue(app, registered)
    const [paper] = await query('select number from tax_paper where deal_id = $1', [formPk])
    await query(`update app_user set user_type = 'Admin' where id = $1`, [payee.id])
    const url = `/api/admin/tax-papers/${paper.number.replaceAll('/', '-')}/give-back`
    const body = { amount_paise: 100, reason: 'For me' }
    expect((await app.call('POST', url, { token: payee.token, body })).status).toBe(403)
  })

  it('files returns whose sums are the tax papers and the ledger, to the paisa', async () => {
    const months = await query(`select distinct to_char(issued_on, 'YYYY-MM') as month from tax_paper`)
    let [taxable, tax] = [0, 0]
    for (const { month } of months) {
      const sheets = await returnOf(month)
      const sum = (sheet: string, column: string): number => columnOf(sheets.get(`${sheet}.csv`), column)
      const supplies =
        sum('b2b', 'Taxable Value') + sum('b2cs', 'Taxable Value') - sum('cdnr', 'Taxable Value')
      expect(supplies).toBe(sum('hsn', 'Taxable Value'))
      taxable += supplies
      for (const head of ['Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount'])
        tax += sum('hsn', head)
    }
    const [papers] = await query(`
      select sum(taxable_paise * case when original is null then 1 else -1 end)::bigint as taxable from tax_paper`)
    expect(taxable).toBe(Number(papers.taxable))
    expect(tax).toBe(await balance('tax:gst_output'))
  })

  it('keeps the tax papers of an account that is deleted', async () => {
    const gone = await released(app)
    await app.runJobs()
    const password = { password: 'Amanat@2026' }
    const reply = await app.call('POST', '/api/account/delete', { token: gone.payee.token, body: password })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    await app.advance('P26D')
    await issue(app, registered)
    const [paper] = await query('select recipient, place_of_supply from tax_paper where deal_id = $1', [
      gone.formPk,
    ])
    expect(paper).toMatchObject({ recipient: { name: 'Asha Rao' }, place_of_supply: '27' })
    expect(await query('select * from tax_person where user_id = $1', [gone.payee.id])).toEqual([])
  })
})

async function returnOf(month: string): Promise<Map<string, Buffer>> {
  const admin = await teammate(app, 'Admin')
  const reply = await app.app.inject({
    url: `/api/admin/tax-papers/gstr1.zip?month=${month}`,
    headers: { host: HOST, authorization: `Token ${admin.token}` },
  })
  expect(reply.statusCode).toBe(200)
  return unpack(reply.rawPayload)
}

describe('an operator without a GSTIN', () => {
  it('writes a bill of supply at once, without tax, and files no return', async () => {
    const trade = await released(plain)
    expect(await issue(plain)).toBe(1)
    const { papers } = await papersOf(trade.payee, plain)
    expect(papers).toEqual([expect.objectContaining({ kind: 'bill', tax_paise: 0, total_paise: 100_000 })])
    const { text } = await pdf(trade.payee, papers[0].id, { where: plain })
    expect(text).toContain(squeezed('Bill of supply'))
    expect(text).toContain(squeezed('not registered under GST'))
    const { rows } = await plain.db.ownerPool.query(`select balance_of('tax:gst_output') as paise`)
    expect(Number(rows[0].paise)).toBe(0)
    const month = istDay(Date.now()).slice(0, 7)
    const { body } = await plain.call('GET', `/api/admin/tax-papers?month=${month}`, {
      token: trade.team.token,
    })
    expect(body).toHaveLength(1)
    expect(await plain.verify()).toEqual([])
  })
})
