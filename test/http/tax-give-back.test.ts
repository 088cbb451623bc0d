/** TDS that was withheld wrongly: two Admins give it back while the State is not paid it, and the year, the returns and the books follow. */
import { describe, expect, it } from 'vitest'
import { readDelimited } from '#core/statements/delimited.ts'
import { readTaxSettings } from '#server/config/operator-content.ts'
import { HOST, testSettings, useApp } from '#test/support/app.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { Script } from '#test/support/script.ts'
import { useDesk } from '#test/support/statements/desk.ts'
import { unpack } from '#test/support/unzip.ts'

const file = readTaxSettings()
const tds = file.tds.map((rule) => ({ ...rule, threshold_paise: 3_000_000 }))
const settings = { ...testSettings, tax: { ...file, tan: 'MUMA12345B', tds } }
const app = useApp({ settings })
const { people, query, balance, waitingLine, act } = useDesk(app)

const PERSON = {
  ...{ name: 'Rao Design', address: 'MG Road, Pune', pin: '411001', state: '27', pan: 'ABCPD1234E' },
}
const newPayee = async () => ({
  payer: await person(app, 'Client'),
  payee: await person(app, 'Service_Provider'),
  team: people.maker,
})
type Players = Awaited<ReturnType<typeof newPayee>>

/** Rs 20,000, of which 5 % are commission and, without a PAN, 5 % are withheld: Rs 1,000. */
async function released(who: Players): Promise<Script> {
  const deal = new Script(app, who)
  await deal.offer('services', { amount: 20_000 })
  await deal.play('payer accept · payer pay · payee start · payee deliver · payer release')
  return deal
}
const tell = ({ token }: Person) =>
  app.call('POST', '/api/account/tax-details', { token, body: { ...PERSON } })
const back = ({ token }: Person, { formPk }: { formPk: string }, paise: number) =>
  app.call('POST', `/api/admin/tax-papers/withheld/${formPk}/give-back`, {
    token,
    body: { amount_paise: paise, note: 'Their PAN came a day later' },
  })
async function givenBack(deal: Script, paise: number): Promise<void> {
  const states = []
  for (const who of [people.maker, people.checker]) states.push((await back(who, deal, paise)).body.state)
  expect(states).toEqual(['asked', 'given_back'])
}
const payoutsOf = ({ formPk }: { formPk: string }) =>
  query(
    'select party, purpose, amount_paise::int as paise from payout where deal_id = $1 order by created_at',
    [formPk],
  )
async function listed({ formPk }: { formPk: string }) {
  const [{ month }] = await query(
    `select to_char(withheld_on, 'YYYY-MM') as month from withheld_tax where deal_id = $1`,
    [formPk],
  )
  const path = `/api/admin/tax-papers/withheld?month=${month}`
  const { body } = await app.call('GET', path, { token: people.maker.token })
  return body.rows.find(({ form_pk }: { form_pk: string }) => form_pk === formPk)
}

describe('TDS that was withheld wrongly', () => {
  it('goes back by two Admins of the same amount, as a payout, and is withheld no more', async () => {
    const who = await newPayee()
    const deal = await released(who)
    const owed = await balance('tax:tds')
    expect(await listed(deal)).toMatchObject({ tax_paise: 100_000, unpaid_paise: 100_000, given_back: null })
    expect((await back(people.maker, deal, 100_001)).body).toEqual({ amount_paise: [expect.any(String)] })
    expect((await back(people.maker, deal, 90_000)).body).toEqual({ state: 'asked' })
    // of another amount it is another question
    expect((await back(people.checker, deal, 98_000)).body).toEqual({ state: 'asked' })
    expect((await back(people.checker, deal, 98_000)).status).toBe(403)
    expect(await balance('tax:tds')).toBe(owed)
    expect((await listed(deal)).given_back).toMatchObject({
      amount_paise: 98_000,
      mine: false,
      agreed: false,
    })
    const both = await Promise.all([back(people.maker, deal, 98_000), back(people.maker, deal, 98_000)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await balance('tax:tds')).toBe(owed - 98_000)
    expect(await payoutsOf(deal)).toEqual([
      { party: 'payee', purpose: 'release', paise: 1_800_000 },
      { party: 'payee', purpose: 'tax_back', paise: 98_000 },
    ])
    const [own, other] = [await deal.look('payee'), await deal.look('payer')]
    expect([own.money.payee_paise, own.withheld?.tds_paise]).toEqual([1_898_000, 2_000])
    expect([other.money.payee_paise, other.withheld]).toEqual([1_900_000, undefined])
    expect(await listed(deal)).toMatchObject({ unpaid_paise: 2_000, given_back: { agreed: true } })
    await app.runJobs()
    expect(await app.verify()).toEqual([])
  })

  it('is given back once, and by nobody of the deal', async () => {
    const deal = await released(await newPayee())
    await givenBack(deal, 60_000)
    for (const who of [people.maker, people.checker]) expect((await back(who, deal, 40_000)).status).toBe(409)
    const who = { ...(await newPayee()), payee: await teammate(app, 'Admin') }
    const own = await released({ ...who, payee: await person(app, 'Service_Provider') })
    await query('update deal set payee_id = $2 where id = $1', [own.formPk, who.payee.id])
    expect((await back(who.payee, own, 100)).status).toBe(403)
    expect((await back(people.maker, { formPk: 'none' }, 100)).status).toBe(404)
  })

  it('counts as not taxed when all of it goes back: the release above the threshold pays for both', async () => {
    const who = await newPayee()
    const first = await released(who)
    await tell(who.payee)
    await givenBack(first, 100_000)
    const second = await released(who)
    const rows = await query(
      'select base_paise::int as base, tax_paise::int as tax from withheld_tax where deal_id = $1',
      [second.formPk],
    )
    expect(rows).toEqual([{ base: 4_000_000, tax: 4_000 }])
    expect(await app.verify()).toEqual([])
  })

  it('stays taxed where a part of it stays: the next release pays for itself', async () => {
    const who = await newPayee()
    const first = await released(who)
    await tell(who.payee)
    await givenBack(first, 98_000)
    const second = await released(who)
    const rows = await query('select base_paise::int as base from withheld_tax where deal_id = $1', [
      second.formPk,
    ])
    expect(rows).toEqual([{ base: 2_000_000 }])
  })
})

describe('what was given back', () => {
  it('leaves returns whose sum is the ledger', async () => {
    const months = await query(`select distinct to_char(withheld_on, 'YYYY-MM') as month from withheld_tax`)
    let paise = 0
    for (const { month } of months) {
      const reply = await app.app.inject({
        url: `/api/admin/tax-papers/withheld.zip?month=${month}`,
        headers: { host: HOST, authorization: `Token ${people.maker.token}` },
      })
      const sheet = (await unpack(reply.rawPayload)).get('tds-26q.csv')?.toString() ?? ''
      const [head, ...rows] = readDelimited(sheet).map(({ cells }) => cells)
      const at = (name: string) => head?.indexOf(name) ?? -1
      paise += rows.reduce((sum, cells) => sum + Math.round(Number(cells[at('Tax Deducted')]) * 100), 0)
      for (const cells of rows)
        expect(
          Math.abs(
            (Number(cells[at('Amount Taxed')]) * Number(cells[at('Rate')])) / 100 -
              Number(cells[at('Tax Deducted')]),
          ),
        ).toBeLessThan(1)
    }
    expect(paise).toBe(await balance('tax:tds'))
  })

  // last: nothing of what was withheld so far can go back after it
  it('does not go back once it is paid to the State: what was paid is for the oldest', async () => {
    const old = await released(await newPayee())
    await app.advance('P1D')
    const young = await released(await newPayee())
    const owed = await balance('tax:tds')
    const line = await waitingLine({ dir: 'D', rupees: (owed - 30_000) / 100, narration: 'TDS CHALLAN 281' })
    const explained = { kind: 'explain', class: 'tds' }
    await act(people.maker, line.id, 'decide', explained)
    await act(people.checker, line.id, 'approve')
    expect(await balance('tax:tds')).toBe(30_000)
    expect((await listed(young)).unpaid_paise).toBe(30_000)
    expect((await listed(old)).unpaid_paise).toBe(0)
    expect((await back(people.maker, old, 100)).body).toEqual({
      amount_paise: [expect.stringContaining('paid to the State')],
    })
    expect((await back(people.maker, young, 30_001)).status).toBe(400)
    expect((await back(people.maker, young, 30_000)).body).toEqual({ state: 'asked' })
    expect(await app.verify()).toEqual([])
  })
})

describe('the database', () => {
  it('takes none that the ledger does not have, and changes none that was agreed', async () => {
    const [row] = await query('select * from tax_give_back where agreed_at is not null limit 1')
    await expect(
      query('update tax_give_back set amount_paise = 1 where deal_id = $1', [row.deal_id]),
    ).rejects.toThrow(/is changed/)
    await expect(
      query(
        `update tax_give_back set agreed_by = $1, agreed_at = now(), transfer_id = 'none' where agreed_at is null`,
        [people.checker.id],
      ),
    ).rejects.toThrow(/the ledger has 0/)
    await expect(query('delete from tax_give_back')).rejects.toThrow()
  })
})
