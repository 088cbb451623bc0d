/** Payments in the evidence pack: a side reads of its own payouts as on the deal's page, and the team of all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTaxSettings } from '#server/config/operator-content.ts'
import { stopRendering } from '#server/pdf/render.ts'
import { HOST, testSettings, useApp } from '#test/support/app.ts'
import { printedOn, squeezed } from '#test/support/pdf-text.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { type Players, Script } from '#test/support/script.ts'
import { type Pack, unpack } from '#test/support/unzip.ts'

const tax = { ...readTaxSettings(), gstin: '27AAPFU0939F1ZV', tan: 'MUMA12345B' }
const app = useApp({ settings: { ...testSettings, tax } })
let players: Players
let deal: Script
const packs = new Map<Person, Pack>()

/** Without a PAN 5 % of the payee's part are withheld. The hold of a payout is written as the judge of payouts writes it. */
beforeAll(async () => {
  players = {
    payer: await person(app, 'Client'),
    payee: await person(app, 'Service_Provider'),
    team: await teammate(app),
  }
  deal = new Script(app, players)
  await deal.offer('services', { amount: 20_000 })
  await deal.play('payer accept · payer pay · payee start · payee deliver · payer complain · payer pay')
  await deal.play('payee pay · payee respond · payee propose_split 500000 · payer accept_split')
  await app.query(
    `update payout set status = 'held', held_because = '{velocity,self_deal,frozen,taken_back}' where deal_id = $1`,
    [deal.formPk],
  )
  for (const who of Object.values(players)) packs.set(who, await packOf(who))
})
afterAll(stopRendering)

async function packOf({ token }: Person): Promise<Pack> {
  const url = `/api/deals/${deal.formPk}/evidence.zip?lang=en`
  const reply = await app.app.inject({ url, headers: { host: HOST, authorization: `Token ${token}` } })
  expect(reply.statusCode).toBe(200)
  return unpack(reply.rawPayload)
}
interface Paid {
  readonly to: string
  readonly for: string
  readonly amount_paise: number
  readonly held_because: readonly string[]
}
const payments = (who: Person): { in: Record<string, unknown>[]; out: Paid[] } =>
  JSON.parse(String(packs.get(who)?.get('payments.json')))
const document = (who: Person, name: string): string =>
  printedOn(packs.get(who)?.get(`${name}.pdf`) ?? Buffer.of())

describe('payments.json', () => {
  it.each(['payer', 'payee'] as const)(
    'has of the %s’s payouts what the page of the deal has',
    async (side) => {
      const { out } = payments(players[side])
      const { payouts } = await deal.look(side)
      expect(out.map(({ to, amount_paise, held_because }) => ({ to, amount_paise, held_because }))).toEqual(
        payouts.map(({ to, amount_paise, held_because }) => ({ to, amount_paise, held_because })),
      )
      expect(out.map((row) => row.for).sort()).toEqual(['fee_back', side === 'payer' ? 'refund' : 'release'])
      for (const { to, held_because } of out)
        expect([to, held_because]).toEqual([side, ['team_check', 'frozen']])
    },
  )

  it('has all of them for the team, with the reasons as they are', () => {
    const { out } = payments(players.team)
    expect(out.map(({ to }) => to).sort()).toEqual(['payee', 'payee', 'payer', 'payer'])
    for (const { held_because } of out)
      expect(held_because).toEqual(['velocity', 'self_deal', 'frozen', 'taken_back'])
  })

  it('has all that came in, with the number of the payment for its payer and the team alone', () => {
    for (const [side, who] of Object.entries(players)) {
      const rows = payments(who).in
      expect(rows.map(({ purpose, party }) => `${purpose} ${party}`).sort()).toEqual([
        'amount payer',
        'fee payee',
        'fee payer',
      ])
      for (const { party, provider_payment_id, reference } of rows) {
        expect(reference).toEqual(expect.any(String))
        const isOwn = side === 'team' || side === party
        expect(provider_payment_id).toEqual(isOwn ? expect.any(String) : null)
      }
    }
  })
})

describe('the documents', () => {
  /** Rs 15,000 less 5 % commission less 5 % tax of the Rs 15,000. */
  const [afterTax, beforeTax] = ['₹13,500', '₹14,250'].map(squeezed)

  it.each(['receipt', 'decision'])('tells the payer nothing of the tax that was withheld: %s', (name) => {
    const [own, other] = [document(players.payee, name), document(players.payer, name)]
    expect(own).toContain(afterTax)
    expect(other).toContain(beforeTax)
    expect(other).not.toContain(afterTax)
  })

  it('tells nobody of a side what the other is paid after tax in any file of the pack', () => {
    const text = [...(packs.get(players.payer) ?? [])]
      .map(([name, bytes]) => (name.endsWith('.pdf') ? printedOn(bytes) : String(bytes)))
      .join('\n')
    expect(text).not.toMatch(/1350000|13,500|\bTDS\b/)
  })
})
