// What a bank does with money that is already somewhere: takes it back while a deal moves, pays a code twice, sends a payment
// back.
import { gatewayAccount } from '#core/accounts.ts'
import { istDay } from '#core/time.ts'
import { findPayInByReference } from '#server/repositories/payments.ts'
import { takeBackDeposit } from '#server/services/money/take-back.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { bringTo, offerShopping, type Pair } from '#test/support/people.ts'
import { useDesk } from '#test/support/statements/desk.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'
import { fault, shuffle } from './support/fault.ts'

const app = useApp()
const desk = useDesk(app)
const { query, balance, waitingLine, awaited, act } = desk

const AMOUNT = 150_000

async function takeBack({ formPk }: Pair): Promise<void> {
  const [{ reference }] = await query(
    `select reference from pay_in where deal_id = $1 and purpose = 'amount' and status = 'paid'`,
    [formPk],
  )
  await app.db.runInTransaction(async (tx, now) => {
    const row = await findPayInByReference(tx, reference)
    if (!row) throw new Error('no pay-in')
    await takeBackDeposit({ tx, now, settings: testSettings }, row, {
      ...{ id: `taken-back:${formPk}`, account: gatewayAccount('sandbox'), amountPaise: AMOUNT },
    })
  })
}

type Move = readonly [from: 'funded' | 'delivered', by: 'payer' | 'payee', action: string, body: object]
const MOVES: readonly Move[] = [
  ['funded', 'payee', 'cancel', {}],
  ['funded', 'payee', 'start', {}],
  ['delivered', 'payer', 'release', {}],
  [
    'delivered',
    'payer',
    'complain',
    { reason: 'late', statement: 'It is another one', wanted: 'full_refund' },
  ],
]

/** What is wrong with a deal whose deposit the bank has taken back: nothing may leave of it before the team has looked. */
async function wrongWith({ formPk, payer }: Pair): Promise<string[]> {
  const [deal] = await query(
    `select status, frozen_since is not null as frozen, balance_of('hold:' || id)::int as held,
            balance_of('receivable:' || $2)::int as owed,
            (select count(*)::int from deposit_reversal where deal_id = deal.id) as reversals,
            (select coalesce(json_agg(json_build_object('status', status, 'because', held_because)), '[]')
               from payout where deal_id = deal.id) as payouts
       from deal where id = $1`,
    [formPk, payer.id],
  )
  const payouts = deal.payouts as { status: string; because: string[] }[]
  const rules: readonly [string, boolean][] = [
    ['the bank took it back once', deal.reversals === 1],
    ['the payer owes what the bank took', deal.owed === -AMOUNT],
    ['a deal that holds money stands still', deal.frozen === (deal.held === AMOUNT)],
    ['a deal that stands still pays nobody', !deal.frozen || payouts.length === 0],
    ['one that ended has a payout', deal.frozen || payouts.length === 1],
    [
      'what had not left is held',
      payouts.every(({ status, because }) => status === 'held' && because.includes('taken_back')),
    ],
  ]
  return rules.flatMap(([rule, holds]) => (holds ? [] : [`${rule}: ${JSON.stringify(deal)}`]))
}

fault('taken-back', { short: 6, full: 500 }, async ({ rounds, random }) => {
  const problems: string[] = []
  const results = { moved: 0, refused: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const [from, by, action, body] = MOVES[random(MOVES.length)] as Move
    const pair = await offerShopping(app)
    await bringTo(app, pair, from)
    const move = () =>
      app.call('POST', `/api/deals/${pair.formPk}/${action}`, { token: pair[by].token, body })
    const [first, second] = random(2) === 0 ? [move, () => takeBack(pair)] : [() => takeBack(pair), move]
    const [a, b] = await Promise.all([first(), second()])
    const status = (a ?? b)?.status
    if (status !== 200 && status !== 409) problems.push(`${action} was answered ${status}`)
    results[status === 200 ? 'moved' : 'refused'] += 1
    await app.runJobs()
    const wrong = await wrongWith(pair)
    problems.push(...wrong.map((text) => `${from}, ${action} answered ${status}: ${text}`))
  }
  for (const problem of problems) console.error(problem)
  return {
    rounds,
    acknowledged: rounds,
    lost: problems.length,
    doubled: 0,
    problems: await app.verify(),
    note: `${results.moved} moved first, ${results.refused} were refused`,
  }
})

/** A payout that a person has paid at the bank, of which nobody knows yet what became. */
async function paidByHand(): Promise<{ code: string; formPk: string }> {
  const { maker } = desk.people
  const { pair, reference } = await awaited()
  const { id } = await waitingLine({ dir: 'C', rupees: AMOUNT / 100, narration: 'UPI-SOMEBODY' })
  await act(maker, id, 'decide', { kind: 'pay_in', target: reference })
  await app.call('POST', `/api/deals/${pair.formPk}/cancel`, { token: pair.payee.token, body: {} })
  const [payout] = await query('select id from payout where deal_id = $1', [pair.formPk])
  const { body } = await app.call('POST', `/api/admin/payouts/${payout.id}/pay-by-hand`, {
    token: maker.token,
  })
  return { code: body.code, formPk: pair.formPk }
}

let accounts = 0
/** A statement of these debits (below zero) and credits, read, approved by another Admin and booked. */
async function takeIn(lines: readonly (readonly [rupees: number, narration: string])[]): Promise<string> {
  const { maker, checker } = desk.people
  accounts += 1
  const opening = 1_000_000
  const { body: account } = await app.call('POST', '/api/admin/bank-accounts', {
    token: maker.token,
    body: { bank: 'HDFC', account: `8020001122${1000 + accounts}`, opening_paise: opening * 100 },
  })
  const [year, month, day] = istDay(Date.now()).split('-')
  let after = opening
  const rows = lines.map(([rupees, narration]) => {
    after += rupees
    const amounts = rupees < 0 ? `${-rupees}.00,` : `,${rupees}.00`
    return `${day}/${month}/${year},${narration},,${amounts},${after}.00`
  })
  const content = ['Date,Narration,Ref No,Debit,Credit,Balance', ...rows].join('\n')
  const upload = await uploadStatement(app, { account: account.id, content, who: maker })
  if (upload.body.problem !== null) throw new Error(JSON.stringify(upload.body))
  await app.call('POST', `/api/admin/statements/${upload.body.id}/approve`, { token: checker.token })
  await Promise.all([book(), book()])
  return account.id
}
const book = () =>
  bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })))

/** What each way must leave: outcomes of its lines, the payout's state, and of the successor of what came back. */
const WAYS = {
  once: { lines: [-1500], outcomes: ['payout_paid'], payout: 'paid', successors: 0 },
  twice: { lines: [-1500, -1500], outcomes: ['payout_paid', 'unexplained'], payout: 'paid', successors: 0 },
  back: {
    lines: [-1500, 1500],
    outcomes: ['payout_paid', 'payout_returned'],
    payout: 'returned',
    successors: 1,
  },
} as const

fault('bank-pays-oddly', { short: 3, full: 100 }, async ({ rounds, random }) => {
  const tally = { acknowledged: 0, lost: 0, doubled: 0 }
  const ways = shuffle(Object.keys(WAYS) as (keyof typeof WAYS)[], random)
  const unexplained = await balance('expense:unexplained')
  let twice = 0
  for (let round = 0; round < rounds; round += 1) {
    const way = ways[round % ways.length] as keyof typeof WAYS
    const { lines, outcomes, payout, successors } = WAYS[way]
    const { code, formPk } = await paidByHand()
    const account = await takeIn(
      lines.map((rupees) => [
        rupees,
        rupees < 0 ? `NEFT DR-${code}-ASHA RAO` : `NEFT RETURN-${code}-A/C CLOSED`,
      ]),
    )
    const booked = await query(
      'select outcome from line_booking where bank_account_id = $1 order by position',
      [account],
    )
    const [first, ...others] = await query(
      'select status from payout where deal_id = $1 order by created_at, id',
      [formPk],
    )
    const isRight =
      JSON.stringify(booked.map(({ outcome }) => outcome)) === JSON.stringify(outcomes) &&
      [first, ...others].some(({ status }) => status === payout)
    if (!isRight) console.error(way, JSON.stringify({ booked, first, others }))
    tally.acknowledged += booked.length
    tally.lost += isRight ? 0 : 1
    tally.doubled += Math.abs(others.length - successors)
    twice += way === 'twice' ? 1 : 0
  }
  tally.doubled += Math.abs((await balance('expense:unexplained')) - unexplained + twice * AMOUNT) / AMOUNT
  const alarms = await query(`select count(distinct key)::int as n from notification where kind = 'stray'`)
  if (twice > 0 && alarms[0].n === 0) tally.lost += 1
  const problems = [...(await app.verify()), ...(await query('select * from verify_bank()'))]
  return { rounds, ...tally, problems, note: `${twice} codes paid twice by the bank` }
})
