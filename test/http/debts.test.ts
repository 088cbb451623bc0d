/** What payers owe after a lost dispute: no new deal for them, and two Admins who give it up. */
import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { reportChargeback } from '#test/support/chargebacks.ts'
import {
  bringTo,
  offerServices,
  offerShopping,
  PASSWORD,
  type Pair,
  type Person,
  person,
  take,
  teammate,
} from '#test/support/people.ts'

const app = useApp()
let maker: Person
let checker: Person
beforeAll(async () => {
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
})

const { query } = app
const balance = async (code: string) =>
  Number((await query('select balance_of($1) as paise', [code]))[0].paise)

async function debtor(offer: typeof offerShopping = offerShopping): Promise<Pair & { owedPaise: number }> {
  const pair = await offer(app)
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
  await app.runJobs()
  await reportChargeback(app, pair.formPk, { state: 'lost' })
  return { ...pair, owedPaise: -(await balance(`receivable:${pair.payer.id}`)) }
}

/** Funded, and disputed: nothing of it is taken yet. */
async function stillDeal(): Promise<Pair> {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'funded')
  await reportChargeback(app, pair.formPk, { state: 'open' })
  return pair
}

const offerTo = (payer: Person, payee: Person) =>
  app.call('POST', '/api/transactions/shopping/', {
    token: payer.token,
    body: { service_details: 'Lamp', amount: 900, cpty_phone: payee.phone, cpty_company: payee.business },
  })
const writeOff = ({ token }: Person, { id }: Person, amount_paise: number) =>
  app.call('POST', `/api/admin/debts/${id}/write-off`, {
    token,
    body: { amount_paise, note: 'No answer to three letters' },
  })
const debtOf = async ({ id }: Person, { token } = maker) => {
  const { body } = await app.call('GET', '/api/admin/debts', { token })
  return body.find(({ user_id }: { user_id: number }) => user_id === Number(id))
}

const leave = ({ token }: Person) =>
  app.call('POST', '/api/account/delete', { token, body: { password: PASSWORD } })

describe('who leaves', () => {
  test('owing does not: the debt would have no debtor, and a new account would begin without it', async () => {
    const { payer, owedPaise } = await debtor()
    const { status, body } = await leave(payer)
    expect([status, body.code]).toEqual([409, 'debt_open'])
    expect((await debtOf(payer)).owed_paise).toBe(owedPaise)
  })
  test('with a dispute at the bank does not either: it may end as a debt', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    await app.runJobs()
    await reportChargeback(app, pair.formPk, { state: 'open' })
    expect((await leave(pair.payer)).body.code).toBe('chargeback_open')
    await reportChargeback(app, pair.formPk, { state: 'won' })
    expect((await leave(pair.payer)).status).toBe(200)
  })
})

describe('who owes', () => {
  test('makes no offer and accepts none that they would pay for; the other side of their deal may', async () => {
    const { payer, payee } = await debtor()
    expect(await offerTo(payer, payee)).toMatchObject({ status: 409, body: { code: 'debt_open' } })
    const buyer = await person(app, 'Buyer')
    expect((await offerTo(buyer, payee)).status).toBe(201)
    const { payer: client } = await debtor(offerServices)
    const { formPk } = await offerServices(app, { cpty_phone: client.phone })
    const accepted = await app.call('POST', `/api/deals/${formPk}/accept`, {
      token: client.token,
      body: { terms_version: 1, rules_accepted: true },
    })
    expect(accepted).toMatchObject({ status: 409, body: { code: 'debt_open' } })
    expect(await query('select status from deal where id = $1', [formPk])).toEqual([{ status: 'proposed' }])
  })

  test('buys nothing from an offer link', async () => {
    const { payer, payee } = await debtor()
    const link = { track: 'shopping', title: 'Kurta', amount: 900, stock: 3, per_buyer: 1, details: '' }
    const { body } = await app.call('POST', '/api/links', { token: payee.token, body: link })
    const taken = await app.call('POST', `/api/links/${body.id}/take`, { token: payer.token, body: {} })
    expect(taken).toMatchObject({ status: 409, body: { code: 'debt_open' } })
  })

  test('does so once the dispute is decided: what a won one brings back is not written off', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    await app.runJobs()
    await reportChargeback(app, pair.formPk, { state: 'open', deductedPaise: 150_000 })
    expect(await debtOf(pair.payer)).toMatchObject({ owed_paise: 150_000, pending_paise: 150_000 })
    expect((await writeOff(maker, pair.payer, 150_000)).status).toBe(409)
    expect((await offerTo(pair.payer, pair.payee)).status).toBe(201)
    await reportChargeback(app, pair.formPk, { state: 'lost' })
    expect((await offerTo(pair.payer, pair.payee)).status).toBe(409)
  })

  test('is not stopped by what a deal that stands still may give back', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'funded')
    await reportChargeback(app, pair.formPk, { state: 'lost', deductedPaise: 100_000 })
    expect(await debtOf(pair.payer)).toMatchObject({ owed_paise: 100_000, pending_paise: 100_000 })
    expect((await offerTo(pair.payer, pair.payee)).status).toBe(201)
    expect((await writeOff(maker, pair.payer, 100_000)).status).toBe(409)
  })
})

test('a deal that stands still hides no debt of another one', async () => {
  const { payer, payee } = await debtor()
  await query('update deal set payer_id = $2 where id = $1', [(await stillDeal()).formPk, payer.id])
  expect((await offerTo(payer, payee)).status).toBe(409)
})

describe('a write-off', () => {
  test('is of two Admins, of the same amount, and a cost', async () => {
    const { payer, payee, owedPaise, formPk } = await debtor()
    const cost = await balance('expense:chargeback')
    expect(owedPaise).toBe(150_000)
    expect((await writeOff(maker, payer, 149_999)).status).toBe(409)
    expect(await writeOff(maker, payer, owedPaise)).toMatchObject({ status: 200, body: { state: 'asked' } })
    expect(await debtOf(payer)).toEqual({
      ...{ user_id: Number(payer.id), name: 'Asha Rao', form_pk: formPk, owed_paise: 150_000 },
      ...{ pending_paise: 0, asked_paise: 150_000, asked_by: 'Asha', mine: true },
      note: 'No answer to three letters',
      deals: [{ form_pk: formPk, amount_paise: 150_000 }],
    })
    expect((await writeOff(maker, payer, owedPaise)).status).toBe(403)
    expect((await debtOf(payer, checker)).mine).toBe(false)
    const { body } = await writeOff(checker, payer, owedPaise)
    expect(body).toEqual({ state: 'written_off' })
    expect(await balance(`receivable:${payer.id}`)).toBe(0)
    expect((await balance('expense:chargeback')) - cost).toBe(-150_000)
    expect(await debtOf(payer)).toBeUndefined()
    expect((await offerTo(payer, payee)).status).toBe(201)
    expect((await writeOff(checker, payer, owedPaise)).status).toBe(404)
    expect(await app.verify()).toEqual([])
  })

  test('of what has changed since is asked for anew', async () => {
    const { payer, owedPaise, formPk } = await debtor()
    await writeOff(maker, payer, owedPaise)
    await query('update write_off set amount_paise = 149000 where user_id = $1', [payer.id])
    expect(await writeOff(checker, payer, owedPaise)).toMatchObject({ body: { state: 'asked' } })
    expect(await debtOf(payer, checker)).toMatchObject({ mine: true, asked_paise: 150_000, form_pk: formPk })
  })

  test('agreed sixteen times at once is one', async () => {
    const { payer, owedPaise } = await debtor()
    await writeOff(maker, payer, owedPaise)
    const answers = await Promise.all(Array.from({ length: 16 }, () => writeOff(checker, payer, owedPaise)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await balance(`receivable:${payer.id}`)).toBe(0)
    expect(await app.verify()).toEqual([])
  })

  test('nobody writes off what they owe themselves, and one that is agreed stays as it is', async () => {
    expect((await writeOff(maker, maker, 1)).status).toBe(403)
    const { payer, owedPaise } = await debtor()
    for (const admin of [maker, checker]) await writeOff(admin, payer, owedPaise)
    await expect(query('update write_off set note = $2 where user_id = $1', [payer.id, 'x'])).rejects.toThrow(
      'is changed',
    )
  })
})
