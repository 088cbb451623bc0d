/** A deal for the team: people, related deals, what they share, and every line that the ledger has of it. */
import { beforeAll, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { bringTo, look, offerShopping, type Person, person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let mediator: Person
beforeAll(async () => {
  mediator = await teammate(app, 'Mediator')
})

const read = (formPk: string, by = mediator) =>
  app.call('GET', `/api/admin/deals/${formPk}`, { token: by.token })

it('names both, their other deals, and whom they share a number with', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'funded')
  const next = await app.call('POST', '/api/transactions/shopping/', {
    token: pair.payer.token,
    body: {
      service_details: 'Lamp',
      amount: 900,
      cpty_phone: pair.payee.phone,
      cpty_company: pair.payee.business,
    },
  })
  const other = next.body.form_pk as string
  await take(app, pair.payee, other, 'accept', { terms_version: 1, rules_accepted: true })
  const kin = await person(app, 'Buyer', { payment_number: pair.payee.phone })
  expect((await read(pair.formPk)).body).toMatchObject({
    payer: { id: pair.payer.id, sharing: [] },
    payee: { id: pair.payee.id, sharing: [{ id: kin.id, what: 'number' }] },
    related: [{ form_pk: other, product: 'Lamp', status: 'agreed', amount_paise: 900_00 }],
  })
  expect((await read(other)).body.related).toMatchObject([{ form_pk: pair.formPk }])
})

it('has each transfer of it whole, and their sums are what its parties see', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
  await app.runJobs()
  const { transfers } = (await read(pair.formPk)).body as {
    transfers: { kind: string; entries: { account: string; amount_paise: number }[] }[]
  }
  expect(transfers.map(({ kind }) => kind)).toEqual(['fund', 'release', 'payout'])
  for (const { entries } of transfers)
    expect(entries.reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(0)
  const sumOf = (account: string) =>
    transfers
      .flatMap(({ entries }) => entries)
      .reduce((sum, entry) => sum + (entry.account === account ? entry.amount_paise : 0), 0)
  const { money } = await look(app, pair.payer, pair.formPk)
  expect(sumOf(`hold:${pair.formPk}`)).toBe(money.held_paise)
  expect(sumOf(`payable:${pair.payee.id}`)).toBe(0)
})

it('is for the team alone, and not for one who is a party', async () => {
  const pair = await offerShopping(app)
  for (const who of [pair.payer, pair.payee, await person(app, 'Buyer')])
    expect((await read(pair.formPk, who)).status).toBe(403)
  expect((await read('nosuchdeal')).status).toBe(404)
  await app.db.ownerPool.query('update deal set payee_id = $1 where id = $2', [mediator.id, pair.formPk])
  expect((await read(pair.formPk)).body.code).toBe('own_case')
})
