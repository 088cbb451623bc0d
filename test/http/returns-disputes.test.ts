/**
 * Every row of the lifecycle table over HTTP, lapses included: what becomes of the deal, and of each paisa. The money
 * is [payer, payee, commission, dispute fees kept], in paise, and adds up to what was paid in.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Track } from '#core/ids.ts'
import { TRANSITIONS, type Transition } from '#core/lifecycle/transitions.ts'
import { useApp } from '#test/support/app.ts'
import { person, teammate } from '#test/support/people.ts'
import { type Players, Script } from '#test/support/script.ts'

const app = useApp()
let players: Record<Track, Players>
const walked = new Set<string>()

beforeAll(async () => {
  const team = await teammate(app)
  players = {
    shopping: { payer: await person(app, 'Buyer'), payee: await person(app, 'Seller'), team },
    services: { payer: await person(app, 'Client'), payee: await person(app, 'Service_Provider'), team },
  }
})

type Money = readonly [payer: number, payee: number, commission: number, feesKept: number]
type Row = readonly [what: string, script: string, status: string, money: Money]

const paidIn = async (formPk: string): Promise<number> => {
  const text = 'select coalesce(sum(amount_paise), 0)::int as paid from deposit where deal_id = $1'
  return (await app.db.ownerPool.query(text, [formPk])).rows[0].paid
}
/** Owed to somebody and not sent: none once the jobs have run. */
const owed = async (): Promise<number> => {
  const text = `select coalesce(sum(balance), 0)::int as owed from ledger_account where code like 'payable:%'`
  return (await app.db.ownerPool.query(text)).rows[0].owed
}

async function walk(track: Track, script: string, status: string, money: Money): Promise<void> {
  const deal = new Script(app, players[track])
  await deal.offer(track, { amount: track === 'shopping' ? 1500 : 20_000 })
  await deal.play(script)
  for (const row of deal.walked) walked.add(row)
  const end = await deal.look()
  const { held_paise, payer_paise, payee_paise, commission_paise, dispute_fees_paise } = end.money
  expect(end).toMatchObject({ status, due_at: null, whose_move: [], actions: [] })
  expect([payer_paise, payee_paise, commission_paise, dispute_fees_paise]).toEqual(money)
  expect(held_paise).toBe(0)
  expect(await paidIn(deal.formPk)).toBe(money.reduce((sum, part) => sum + part, 0))
  expect(await app.verify()).toEqual([])
}

const NONE: Money = [0, 0, 0, 0]
const BACK: Money = [150_000, 0, 0, 0]
const PAID: Money = [0, 150_000, 0, 0]
const FEE = 5_000
const funded = 'payee accept · payer pay'
const sent = `${funded} · payee ship`
const delivered = `${sent} · payee deliver`
const returning = `${delivered} · payer request_return · payee accept_return`
const returned = `${returning} · payer ship_return`
const disputed = `${delivered} · payer complain`
const settling = `${disputed} · payer pay · payee pay · payee respond`
const mediation = `${settling} · payer escalate · payee escalate`

const OFFERS: readonly Row[] = [
  ['declined', 'payee decline', 'declined', NONE],
  ['taken back', 'payer withdraw', 'withdrawn', NONE],
  ['not answered', '+P7D', 'expired', NONE],
  [
    'changed: the old terms are stale',
    'payer edit 700 · payee accept 1 !stale_terms · +P7D',
    'expired',
    NONE,
  ],
  [
    'changed and accepted',
    'payer edit 700 · payee accept 2 · payer pay · payee cancel',
    'refunded',
    [70_000, 0, 0, 0],
  ],
  ['withdrawn by the payer', 'payee accept · payer withdraw', 'withdrawn', NONE],
  ['withdrawn by the payee', 'payee accept · payee withdraw', 'withdrawn', NONE],
  ['not paid', 'payee accept · +P2D', 'expired', NONE],
]
const GOODS: readonly Row[] = [
  ['cancelled before it is sent, by the payer', `${funded} · payer cancel`, 'refunded', BACK],
  ['cancelled before it is sent, by the payee', `${funded} · payee cancel`, 'refunded', BACK],
  ['not sent', `${funded} · +PT48H`, 'refunded', BACK],
  ['released on the way', `${sent} · payer release`, 'released', PAID],
  ['cancelled on the way, by the payer', `${sent} · payer cancel`, 'cancelled', [112_500, 37_500, 0, 0]],
  ['cancelled on the way, by the payee', `${sent} · payee cancel`, 'refunded', BACK],
  ['not delivered', `${sent} · +P20D`, 'refunded', BACK],
  [
    'delivered after an extension',
    `${sent} · payer grant_extension !wrong_state · payee propose_extension 40 · payer grant_extension · +P30D · payee deliver · payer release`,
    'released',
    PAID,
  ],
  ['an extension that is not granted', `${sent} · payee propose_extension 40 · +P20D`, 'refunded', BACK],
  [
    'an extension that is declined',
    `${sent} · payer decline_extension !wrong_state · payee propose_extension 40 · payee decline_extension !forbidden · payer decline_extension · payer grant_extension !wrong_state · +P20D`,
    'refunded',
    BACK,
  ],
  ['arrived, and no word', `${sent} · payer confirm_receipt · +PT12H`, 'released', PAID],
  [
    'claimed delivered, and no word',
    `${delivered} · +PT47H · payer ask_more_time · +P2DT1H`,
    'released',
    PAID,
  ],
  [
    'handed over with the code',
    `${funded} · payee ship hand · payee deliver code · +PT12H`,
    'released',
    PAID,
  ],
  [
    'more time, once',
    `${delivered} · payer ask_more_time · payer ask_more_time !limit_reached · +P3D · payer release`,
    'released',
    PAID,
  ],
  ['more time, and no word', `${delivered} · payer ask_more_time · +P4D`, 'released', PAID],
  ['delivered and no word', `${delivered} · +P2D`, 'released', PAID],
]
const RETURNS: readonly Row[] = [
  ['received', `${returned} · payee confirm_return`, 'refunded', BACK],
  ['not confirmed', `${returned} · +P20D`, 'refunded', BACK],
  ['not sent back', `${returning} · +P8D`, 'released', PAID],
  ['kept after the agreement', `${returning} · payer withdraw_return`, 'released', PAID],
  ['kept before the answer', `${delivered} · payer request_return · payer withdraw_return`, 'released', PAID],
  [
    'not answered',
    `${delivered} · payer request_return · +P2D · payer ship_return · payee confirm_return`,
    'refunded',
    BACK,
  ],
  [
    'declined, then kept',
    `${delivered} · payer request_return · payee decline_return · payer withdraw_complaint`,
    'released',
    PAID,
  ],
  [
    'declined and not defended',
    `${delivered} · payer request_return · payee decline_return · payer pay · +P2D`,
    'settled',
    [150_000 + FEE, 0, 0, 0],
  ],
  [
    'complained of, then let go',
    `${returned} · payee complain · payee pay · payee withdraw_complaint`,
    'refunded',
    [150_000, FEE, 0, 0],
  ],
  ['complained of, without the fee', `${returned} · payee complain · +P2D`, 'refunded', BACK],
  [
    'complained of, without the fee, though the other paid theirs',
    `${returned} · payee complain · payer pay · +P2D`,
    'refunded',
    [150_000 + FEE, 0, 0, 0],
  ],
  [
    'complained of and not defended',
    `${returned} · payee complain · payee pay · +P2D`,
    'settled',
    [0, 150_000 + FEE, 0, 0],
  ],
  [
    'complained of, answered, let go',
    `${returned} · payee complain · payee pay · payer pay · payer respond · payee withdraw_complaint`,
    'refunded',
    [150_000 + FEE, FEE, 0, 0],
  ],
  [
    'complained of, answered, decided',
    `${returned} · payee complain · payee pay · payer pay · payer respond · payer escalate · payee escalate · team decide 30000 payer`,
    'settled',
    [30_000, 120_000 + FEE, 0, FEE],
  ],
]
const DISPUTES: readonly Row[] = [
  ['on the way, then withdrawn', `${sent} · payer complain · payer withdraw_complaint`, 'released', PAID],
  ['not answered', `${disputed} · payer pay · +P2D`, 'settled', [150_000 + FEE, 0, 0, 0]],
  [
    'fee paid and not answered',
    `${disputed} · payer pay · payee pay · +P2D`,
    'settled',
    [150_000 + FEE, 0, 0, FEE],
  ],
  ['nobody paid', `${disputed} · +P2D`, 'released', PAID],
  [
    'paid for at the last moment, and answered two days later',
    `${disputed} · +PT47H · payer pay · +PT47H · payee pay · payee respond · payer withdraw_complaint`,
    'released',
    [FEE, 150_000 + FEE, 0, 0],
  ],
  ['only the respondent paid', `${disputed} · payee pay · +P2D`, 'released', [0, 150_000 + FEE, 0, 0]],
  [
    'answered without the fee',
    `${disputed} · payee respond !fee_unpaid · payer pay · +P2D`,
    'settled',
    [150_000 + FEE, 0, 0, 0],
  ],
  [
    'withdrawn while settling',
    `${settling} · payee withdraw_complaint !forbidden · payer withdraw_complaint`,
    'released',
    [FEE, 150_000 + FEE, 0, 0],
  ],
  [
    'settled on a counter-offer',
    `${settling} · payer propose_split 100000 · payee propose_split 50000 · payee accept_split !own_offer · payer accept_split 0 !conflict · payer accept_split`,
    'settled',
    [50_000 + FEE, 100_000 + FEE, 0, 0],
  ],
  [
    'settled on the first offer',
    `${settling} · payee propose_split 150000 · payer accept_split`,
    'settled',
    [150_000 + FEE, FEE, 0, 0],
  ],
  [
    'fee paid while settling',
    `${disputed} · payee pay · payee respond · payer pay · payer propose_split 1 · payee accept_split`,
    'settled',
    [1 + FEE, 149_999 + FEE, 0, 0],
  ],
  ['both at fault', `${mediation} · team decide 75001 both`, 'settled', [75_001, 74_999, 0, 2 * FEE]],
  ['nobody at fault', `${mediation} · team decide 0 none`, 'settled', [FEE, 150_000 + FEE, 0, 0]],
  ['the payer at fault', `${mediation} · team decide 0 payer`, 'settled', [0, 150_000 + FEE, 0, FEE]],
  ['the payee at fault', `${mediation} · team decide 150000 payee`, 'settled', [150_000 + FEE, 0, 0, FEE]],
  [
    'asked for by one alone',
    `${settling} · payer escalate · payer escalate !conflict · +P10D · team decide 0 none`,
    'settled',
    [FEE, 150_000 + FEE, 0, 0],
  ],
  ['not decided in time', `${settling} · +P10D · +P30D`, 'settled', [75_000 + FEE, 75_000 + FEE, 0, 0]],
  [
    'an unpaid fee is not kept',
    `${disputed} · payee pay · payee respond · payer escalate · payee escalate · team decide 0 payer`,
    'settled',
    [0, 150_000 + FEE, 0, 0],
  ],
]
const STRAYS: readonly Row[] = [
  [
    'the amount short, then whole',
    'payee accept · payer pay short · payer pay · payee cancel',
    'refunded',
    [225_000, 0, 0, 0],
  ],
  ['the amount over', 'payee accept · payer pay over · payee cancel', 'refunded', [160_000, 0, 0, 0]],
  [
    'the amount twice',
    'payee accept · payer pay · payer late · payee cancel',
    'refunded',
    [300_000, 0, 0, 0],
  ],
  ['the amount reported twice', 'payee accept · payer pay twice · payee cancel', 'refunded', BACK],
  ['the amount after the end', 'payee accept · payer pay open · +P2D · payer late', 'expired', BACK],
  [
    'the amount after a failure',
    'payee accept · payer pay fail · payer pay · payee cancel',
    'refunded',
    BACK,
  ],
  [
    'the fee short counts as unpaid',
    `${disputed} · payer pay short · +P2D`,
    'released',
    [2_500, 150_000, 0, 0],
  ],
  [
    'the fee short, then whole',
    `${disputed} · payer pay short · payer pay · +P2D`,
    'settled',
    [152_500 + FEE, 0, 0, 0],
  ],
  ['the fee over', `${disputed} · payer pay over · +P2D`, 'settled', [160_000 + FEE, 0, 0, 0]],
  ['the fee twice', `${disputed} · payer pay · payer late · +P2D`, 'settled', [155_000 + FEE, 0, 0, 0]],
  [
    'the fee twice is due no more',
    `${disputed} · payer pay · payer pay !wrong_state · payer withdraw_complaint`,
    'released',
    [FEE, 150_000, 0, 0],
  ],
  [
    'the fee when the team decides already',
    `${disputed} · payer pay open · payee pay · payee respond · payer escalate · payee escalate · payer late · team decide 0 payer`,
    'settled',
    [FEE, 150_000 + FEE, 0, 0],
  ],
  [
    'the fee after the end',
    `${disputed} · payer pay open · +P2D · payer late`,
    'released',
    [FEE, 150_000, 0, 0],
  ],
]

describe.each([
  ['an offer', OFFERS],
  ['goods', GOODS],
  ['a return', RETURNS],
  ['a dispute', DISPUTES],
  ['money that strays:', STRAYS],
])('%s', (_, rows) => {
  it.each(rows)('%s', (_what, script, status, money) => walk('shopping', script, status, money))
})

const HELD = 2_000_000
const hired = 'payer accept · payer pay'
const working = `${hired} · payee start`
const handedIn = `${working} · payee deliver`
const WORK: readonly Row[] = [
  ['not started', `${hired} · +P2D`, 'refunded', [HELD, 0, 0, 0]],
  ['not delivered', `${working} · +P22DT1H`, 'refunded', [HELD, 0, 0, 0]],
  [
    'cancelled by the client, at the agreed percent',
    `${working} · payer cancel`,
    'cancelled',
    [1_800_000, 200_000, 0, 0],
  ],
  ['cancelled by the freelancer', `${working} · payee cancel`, 'refunded', [HELD, 0, 0, 0]],
  [
    'handed in with a file, and accepted without a word',
    `${working} · payee deliver file · +PT24H`,
    'released',
    [0, 1_900_000, 100_000, 0],
  ],
  [
    'handed in without a file, and no word for seven days',
    `${handedIn} · +P6DT23H · payer ask_more_time · +P2DT1H`,
    'released',
    [0, 1_900_000, 100_000, 0],
  ],
  ['released', `${handedIn} · payer release`, 'released', [0, 1_900_000, 100_000, 0]],
  [
    'changed three times and no more',
    `${`${working}${' · payee deliver · payer request_changes'.repeat(3)}`} · payee deliver · payer request_changes !limit_reached · payer release`,
    'released',
    [0, 1_900_000, 100_000, 0],
  ],
  [
    'no cancelling of what was handed over',
    `${handedIn} · payer request_changes · payer cancel !wrong_state · +P22DT1H`,
    'refunded',
    [HELD, 0, 0, 0],
  ],
  ['changes that never came', `${handedIn} · payer request_changes · +P22DT1H`, 'refunded', [HELD, 0, 0, 0]],
  [
    'never returned',
    `${handedIn} · payer request_return !wrong_state · payer release`,
    'released',
    [0, 1_900_000, 100_000, 0],
  ],
  [
    'shared, with commission on the freelancer’s part alone',
    `${handedIn} · payer complain · payer pay · payee pay · payee respond · payer propose_split 400000 · payee accept_split`,
    'settled',
    [400_000 + FEE, 1_520_000 + FEE, 80_000, 0],
  ],
  [
    'decided, to the paisa',
    `${handedIn} · payer complain · payer pay · payee pay · payee respond · payer escalate · payee escalate · team decide 999999 payee`,
    'settled',
    [999_999 + FEE, 950_001, 50_000, FEE],
  ],
]
describe('work', () => {
  it.each(WORK)('%s', (_what, script, status, money) => walk('services', script, status, money))
})

describe('what a deal tells of its dispute', () => {
  const dealAfter = async (script: string) => {
    const deal = new Script(app, players.shopping)
    await deal.offer('shopping', { amount: 1500 })
    await deal.play(script)
    return deal.look()
  }
  it.each([
    ['before anybody paid', disputed, { payer: 'due', payee: 'due' }],
    ['once one has paid', `${disputed} · payee pay`, { payer: 'due', payee: 'paid' }],
    ['when one was at fault', `${mediation} · team decide 30000 payer`, { payer: 'kept', payee: 'returned' }],
    [
      'when it was withdrawn',
      `${settling} · payer withdraw_complaint`,
      { payer: 'returned', payee: 'returned' },
    ],
  ])('its fees %s', async (_, script, fees) => {
    expect((await dealAfter(script)).dispute?.fees).toEqual(fees)
  })
  it('of a return that was declined: in whose name, for what reason, and what is wanted', async () => {
    const { dispute } = await dealAfter(`${delivered} · payer request_return · payee decline_return`)
    expect(dispute).toMatchObject({
      ...{ opened_by: 'payer', statement: 'Wrong size', wanted: 'return_then_refund' },
    })
  })
})

it('a later date stands in the history as it was asked for', async () => {
  const deal = new Script(app, players.shopping)
  await deal.offer('shopping', { amount: 1500 })
  await deal.play(`${sent} · payee propose_extension 40`)
  const { events, extension_to } = await deal.look()
  expect(extension_to).not.toBeNull()
  expect(events.at(-1)).toMatchObject({ name: 'propose_extension', data: { due: extension_to } })
})

// hundreds of jobs, written by all the lives above
it('sends every paisa that is owed', { timeout: 180_000 }, async () => {
  await app.runJobs()
  expect(await owed()).toBe(0)
  expect(await app.verify()).toEqual([])
})

it('walks every row of the table', () => {
  const key = ({ from, on, to }: Transition) =>
    `${from ?? '-'} ${'action' in on ? on.action : on.lapse} ${to}`
  // the team's, of money that came by a bank: test/http/match-undo.test.ts and deal-freeze.test.ts walk them
  const isOfTeam = (row: string) => / (?:unfund|charged_back) /.test(row)
  expect(TRANSITIONS.map(key).filter((row) => !walked.has(row) && !isOfTeam(row))).toEqual([])
})
