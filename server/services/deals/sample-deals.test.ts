/**
 * A deal in every state as each side and the team would see it, as it was last read: test/fixtures/sample-deals.txt, by what
 * differs from the offer. `npx vitest run --project unit sample-deals --update` writes it anew, to be read before it is kept.
 */
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { sampleDeals } from './sample-deals.ts'

const NOW = Date.parse('2026-11-24T11:22:00+05:30')
const deals = sampleDeals(DEFAULT_POLICY, NOW)
const create = (of: string): Deal => {
  const deal = deals[`${of} create`]
  if (!deal) throw new Error(`no offer of ${of}`)
  return deal
}

/** The first of each state: what came before differs in dates alone. */
const firsts = new Map(
  Object.values(deals)
    .toReversed()
    .map((deal) => [`${deal.track}, ${deal.status}, the ${deal.me}`, deal]),
)
const shown = ({ actions, policy: _, ...deal }: Deal) => ({
  ...deal,
  actions: actions.map(({ name, to, final }) => `${name} to ${to}${final ? ', for good' : ''}`).join('; '),
})
const textOf = ([name, deal]: [string, Deal]): string => {
  const offer = shown(create(`${deal.track} ${deal.me}`))
  const differing = Object.entries(shown(deal)).filter(
    ([field, value]) => !isDeepStrictEqual(value, offer[field as keyof typeof offer]),
  )
  return [name, ...differing.map(([field, value]) => `  ${field}: ${JSON.stringify(value)}`)].join('\n')
}

it('each state is as it was read', async () => {
  const texts = [...firsts].toReversed().map(textOf).join('\n')
  await expect(`${texts}\n`).toMatchFileSnapshot('../../../test/fixtures/sample-deals.txt')
})

it('of an offer nothing has happened, and its maker waits', () => {
  const nothing = {
    payee_paise: 0,
    payer_paise: 0,
    commission_paise: 0,
    dispute_fees_paise: 0,
    held_paise: 0,
  }
  expect(create('services payee')).toMatchObject({
    ...{ form_pk: 'sample', link: '', track: 'services', status: 'proposed', me: 'payee', creator: 'payee' },
    ...{ terms_version: 1, whose_move: ['payer'], now: '2026-11-24T11:22:00.000+05:30', payee_waits: null },
    ...{ due_at: '2026-12-01T11:22:00.000+05:30', due_event: 'offerValidity', extension_to: null },
    terms: { deliverables: '…' },
    parties: {
      payer: { name: '', phone_number: null, again: { yes: 0, of: 0 } },
      payee: { name: '', phone_number: null, again: { yes: 0, of: 0 }, verified_name: null },
    },
    money: {
      ...nothing,
      amount_paise: 1_000_000,
      release_payee_paise: 950_000,
      cancellation_fee_paise: 250_000,
    },
    ...{ to_pay: null, dispute: null, events: [], payouts: [], files: [], papers: [], chat_url: null },
    ...{ handover_code: null, payment: null, payment_claim: null, tracking: null, return_tracking: null },
    ...{ paid_out: { payer: false, payee: false }, rating: { open: false, given: null } },
  })
  expect(create('shopping payer').terms).toEqual({ service_details: '…' })
})

it('both tracks have each of the three readers at the same steps', () => {
  const keysOf = (of: string) =>
    Object.keys(deals)
      .filter((key) => key.startsWith(`${of} `))
      .map((key) => key.slice(of.length))
  for (const track of ['shopping', 'services']) {
    expect(keysOf(`${track} payer`).length).toBeGreaterThan(50)
    for (const view of ['payee', 'team']) expect(keysOf(`${track} ${view}`)).toEqual(keysOf(`${track} payer`))
  }
})

it('an offer to settle is open while they settle', () => {
  const offersAt = (status: Deal['status']) =>
    Object.values(deals)
      .filter((deal) => deal.status === status)
      .flatMap(({ dispute }) => dispute?.offers ?? [])
  const at = '2026-11-24T11:22:00.000+05:30'
  const offer = { id: 'offer', by: 'payer', note: null, at, payer_share_paise: 500_000 }
  expect(offersAt('negotiating')).toContainEqual({ ...offer, open: true })
  expect(offersAt('negotiating')).not.toContainEqual({ ...offer, open: false })
})
