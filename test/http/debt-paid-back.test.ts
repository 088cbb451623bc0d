/** A debt that its debtor pays back from their own bank: a line of the statement goes against it, never more than is owed. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { reportChargeback } from '#test/support/chargebacks.ts'
import { bringTo, offerShopping, type Pair, type Person, take, teammate } from '#test/support/people.ts'
import { useDesk } from '#test/support/statements/desk.ts'

const app = useApp()
const { people, query, balance, waitingLine, act, read, list } = useDesk(app)

/** Owes what the bank gave back to them after the release. */
async function debtor(amount = 1_500): Promise<Pair> {
  const pair = await offerShopping(app, { amount })
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
  await app.runJobs()
  await reportChargeback(app, pair.formPk, { state: 'lost' })
  return pair
}
const owedBy = ({ payer }: Pair) => balance(`receivable:${payer.id}`)
const paid = (rupees: number) => waitingLine({ dir: 'C', rupees, narration: 'NEFT CR-SBIN0001234-ASHA RAO' })
const ofDebt = ({ payer }: Pair) => ({ kind: 'debt', target: String(payer.id), expected: 'debt' })
const decide = (who: Person, line: { id: string }, body: object) => act(who, line.id, 'decide', body)
const offerAgain = ({ payer, payee }: Pair) =>
  app.call('POST', '/api/transactions/shopping/', {
    token: payer.token,
    body: { service_details: 'Lamp', amount: 900, cpty_phone: payee.phone, cpty_company: payee.business },
  })
const mailOf = async ({ payer }: Pair) =>
  JSON.stringify((await app.call('GET', '/api/notices', { token: payer.token })).body)

describe('a line of the bank', () => {
  it('pays a debt: who owed may pay in deals again, and is told', async () => {
    const pair = await debtor()
    const line = await paid(1_500)
    const { choices } = await read(line.id)
    const choice = choices.find(({ target }: { target: string }) => target === String(pair.payer.id))
    expect(choice).toMatchObject({
      ...{ kind: 'debt', name: 'Asha Rao', amount_paise: 150_000, form_pk: pair.formPk, outcome: 'debt' },
      reasons: ['amount', 'name'],
    })
    expect((await offerAgain(pair)).body.code).toBe('debt_open')
    const reply = await decide(people.maker, line, ofDebt(pair))
    expect(reply.body).toMatchObject({ state: 'done', decision: { outcome: 'debt', recipient: 'Asha Rao' } })
    expect([await owedBy(pair), await balance('suspense')]).toEqual([0, 0])
    expect((await offerAgain(pair)).status).toBe(201)
    expect(await mailOf(pair)).toContain('₹1,500 that you paid back')
    expect(await app.verify()).toEqual([])
  })

  it('of less pays a part of it', async () => {
    const pair = await debtor()
    const line = await paid(400)
    expect((await decide(people.maker, line, ofDebt(pair))).body.state).toBe('done')
    expect(await owedBy(pair)).toBe(-110_000)
    expect((await offerAgain(pair)).status).toBe(409)
    expect(await mailOf(pair)).toContain('₹1,100')
  })

  it('of more pays all of it; the rest waits, and is decided like any line', async () => {
    const pair = await debtor()
    const line = await paid(2_000)
    const before = await balance('suspense')
    const { body } = await decide(people.maker, line, ofDebt(pair))
    expect(body).toMatchObject({
      state: 'waiting',
      amount_paise: 50_000,
      debt_paise: 150_000,
      decision: null,
    })
    expect([await owedBy(pair), await balance('suspense')]).toEqual([0, before - 150_000])
    expect(await list('waiting')).toContain(line.id)
    const accounts = (await app.call('GET', '/api/admin/bank-accounts', { token: people.maker.token })).body
    expect(JSON.stringify(accounts)).toContain('"amount_paise":50000')
    // nothing is owed any more
    expect((await decide(people.maker, line, ofDebt(pair))).body).toEqual({ target: [expect.any(String)] })
    const other = await debtor()
    expect((await decide(people.maker, line, ofDebt(other))).body).toMatchObject({ state: 'done' })
    expect([await owedBy(other), await balance('suspense')]).toEqual([-100_000, before - 200_000])
    expect(await list('waiting')).not.toContain(line.id)
    expect(await app.verify()).toEqual([])
  })

  it('from the amount of four eyes on takes two Admins, and what was owed when the second agrees', async () => {
    const pair = await debtor(60_000)
    const line = await paid(60_000)
    expect((await decide(people.maker, line, ofDebt(pair))).body.state).toBe('proposed')
    expect(await owedBy(pair)).toBe(-6_000_000)
    expect((await act(people.maker, line.id, 'approve')).status).toBe(403)
    expect((await act(people.checker, line.id, 'approve')).body.state).toBe('done')
    expect(await owedBy(pair)).toBe(0)
  })

  it('that was somebody else’s is taken back by two: they owe it again', async () => {
    const pair = await debtor()
    const line = await paid(1_000)
    await decide(people.maker, line, ofDebt(pair))
    const before = await balance('suspense')
    await act(people.maker, line.id, 'undo', { note: 'It was another Rao' })
    expect((await act(people.maker, line.id, 'approve')).status).toBe(403)
    expect((await act(people.checker, line.id, 'approve')).body).toMatchObject({ state: 'waiting' })
    expect([await owedBy(pair), await balance('suspense')]).toEqual([-150_000, before + 100_000])
    expect(await app.verify()).toEqual([])
  })
})

describe('no debt is paid', () => {
  it('of who owes nothing, by money that left, or by the debtor themselves', async () => {
    const pair = await debtor()
    const line = await paid(10)
    const wrong = { target: [expect.any(String)] }
    for (const target of [String(pair.payee.id), '0', 'x', '999999999'])
      expect((await decide(people.maker, line, { kind: 'debt', target })).body).toEqual(wrong)
    const left = await waitingLine({ dir: 'D', rupees: 10, narration: 'NEFT DR ASHA RAO' })
    expect((await decide(people.maker, left, ofDebt(pair))).body).toEqual(wrong)
    const admin = await teammate(app, 'Admin')
    const own = await decide(admin, line, { kind: 'debt', target: String(admin.id) })
    expect(own.status).toBe(403)
  })

  it('above what is owed, whoever is at the same moment', async () => {
    const pair = await debtor()
    const lines = [await paid(1_000), await paid(1_000)]
    const writeOff = (who: Person) =>
      app.call('POST', `/api/admin/debts/${pair.payer.id}/write-off`, {
        token: who.token,
        body: { amount_paise: 150_000, note: 'No answer to three letters' },
      })
    await writeOff(people.maker)
    await Promise.all([
      writeOff(people.checker),
      ...lines.map((line) => decide(people.maker, line, ofDebt(pair))),
    ])
    expect(await owedBy(pair)).toBe(0)
    expect(await app.verify()).toEqual([])
  })

  it('above what is owed in the ledger either', async () => {
    const pair = await debtor()
    await paid(2_000)
    await expect(
      query(`select post('test:debt', 'debt_paid', null, null, $1, $2)`, [
        ['suspense', `receivable:${pair.payer.id}`],
        [-150_001, 150_001],
      ]),
    ).rejects.toThrow('takes more of')
  })
})
