// Files of the bank that come again or leave days out, and reports that refuse some payouts of a file.
import { beforeEach } from 'vitest'
import { istDay } from '#core/time.ts'
import { createStatementWorld, statementWorld } from '#server/cli/statement-world.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { type TestApp, testSettings, useApp } from '#test/support/app.ts'
import { agreedGoods } from '#test/support/money.ts'
import { bankOf, setTarget } from '#test/support/payout-targets.ts'
import { type Pair, type Person, pay, take, teammate } from '#test/support/people.ts'
import { bytesOf, expectedFile, textOf } from '#test/support/statements/fixtures.ts'
import { uploadFile, uploadStatement } from '#test/support/statements/upload.ts'
import { inventWorld } from '#test/support/statements/worlds.ts'
import { WRITERS } from '#test/support/statements/writers.ts'
import { fault, type Random, shuffle } from './support/fault.ts'

const app: TestApp = useApp({}, 'test')
let maker: Person
let checker: Person
beforeEach(async () => {
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
})

const { query } = app
const post = (path: string, body: unknown, who: Person = maker) =>
  app.call('POST', `/api/admin/${path}`, { token: who.token, body })
const inTransaction: Parameters<typeof createStatementWorld>[0] = (fn) =>
  app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings }))
const problemsNow = async () => [...(await app.verify()), ...(await query('select * from verify_bank()'))]
const countOf = async (table: 'transfer' | 'statement_line'): Promise<number> =>
  (await query(`select count(*)::int as n from ${table}`))[0].n

const upload = async (account: string, content: Buffer | string) =>
  (await uploadStatement(app, { account, content, who: maker })).body
async function takeIn(account: string, content: Buffer | string) {
  const body = await upload(account, content)
  if (body.problem !== null) return body
  await post(`statements/${body.id}/approve`, {}, checker)
  await bookAllLines(inTransaction)
  return body
}

/** Of each account a file that has all of its lines, and every file of it. */
const FILES = [
  ['hdfc-current-nov2026.csv', 'hdfc-nov2026.camt053.xml', 'hdfc-nov2026.mt940.txt'],
  ['icici-cib-nov2026.xlsx', 'icici-optransactionhistory-nov2026.xls'],
  ['sbi-current-nov2026.xls'],
  ['axis-current-nov2026.csv'],
] as const

fault('statement-again', { short: 9, full: 60 }, async ({ rounds, random }) => {
  const world = statementWorld.parse(JSON.parse(textOf('state.json')))
  const accounts = new Map(
    (await createStatementWorld(inTransaction, world)).map(({ account, id }) => [account, id]),
  )
  const idOf = (name: string) => accounts.get(expectedFile(name).account) ?? ''
  for (const [whole] of FILES) await takeIn(idOf(whole), bytesOf(whole))
  const names = FILES.flat()
  const before = [await countOf('statement_line'), await countOf('transfer')]
  let others = 0
  for (let round = 0; round < rounds; round += 1) {
    const name = names[random(names.length)] ?? 'hdfc-current-nov2026.csv'
    const { problem } = await takeIn(idOf(name), bytesOf(name))
    if (problem !== 'nothing_new') others += 1
  }
  const after = [await countOf('statement_line'), await countOf('transfer')]
  const [lines = 0, transfers = 0] = after.map((n, at) => n - (before[at] ?? 0))
  const note = `${names.length} files of ${FILES.length} accounts, as they are and in other forms`
  return {
    ...{ rounds, acknowledged: rounds - others, lost: others, doubled: lines + transfers, note },
    problems: await problemsNow(),
  }
})

let accountCount = 0
async function openAccount(openingPaise: number): Promise<{ id: string; number: string }> {
  accountCount += 1
  const number = `5020009${String(accountCount).padStart(7, '0')}`
  const { body } = await post('bank-accounts', { bank: 'HDFC', account: number, opening_paise: openingPaise })
  return { id: body.id, number }
}

/** Days in three parts, none of them empty. */
function threeParts(days: readonly string[], random: Random): [number, number] {
  const first = 1 + random(days.length - 2)
  return [first, first + 1 + random(days.length - first - 1)]
}

fault('statement-gap', { short: 4, full: 40 }, async ({ rounds, random }) => {
  let [acknowledged, lost, doubled, days] = [0, 0, 0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const { state, lines } = inventWorld('HDFC', random(1_000_000))
    const { id, number } = await openAccount(state.opening_paise)
    const dates = [...new Set(lines.map(({ date }) => date))]
    const [from, to] = threeParts(dates, random)
    const partOf = (some: readonly string[]) => lines.filter(({ date }) => some.includes(date))
    const parts = [dates.slice(0, from), dates.slice(from, to), dates.slice(to)].map(partOf)
    const files = parts.map((part) => {
      const [first] = part
      const openingPaise = first
        ? first.balancePaise - (first.dir === 'C' ? first.amountPaise : -first.amountPaise)
        : 0
      return WRITERS.hdfc({ account: number, openingPaise, lines: part })
    })
    days += to - from
    const [one = '', two = '', three = ''] = files
    await takeIn(id, one)
    const gap = await takeIn(id, three)
    if (gap.problem !== 'gap') lost += 1
    const early = await query('select count(*)::int as n from statement_line where bank_account_id = $1', [
      id,
    ])
    doubled += early[0].n - (parts[0]?.length ?? 0)
    await takeIn(id, two)
    await takeIn(id, three)
    const whole = await query('select count(*)::int as n from statement_line where bank_account_id = $1', [
      id,
    ])
    lost += Math.abs(lines.length - whole[0].n)
    acknowledged += whole[0].n
  }
  const note = `${days} days were left out and brought after`
  return { rounds, acknowledged, lost, doubled, problems: await problemsNow(), note }
})

const IN_A_FILE = 10

/** Money that came over the operator's own account and is owed to bank accounts. */
async function owed(): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let n = 0; n < IN_A_FILE; n += 1) {
    const pair = await agreedGoods(app)
    await setTarget(app, pair.payee, bankOf(pair))
    pairs.push(pair)
  }
  // a new account waits for a day
  await app.advance('PT25H')
  for (const pair of pairs) {
    await pay(app, pair.payer, pair.formPk)
    await query(`update deposit set provider = 'upi' where deal_id = $1`, [pair.formPk])
    await take(app, pair.payee, pair.formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    await take(app, pair.payer, pair.formPk, 'release')
  }
  return pairs
}
interface OwedPayout {
  readonly id: string
  readonly code: string
  readonly status: string
  readonly amount_paise: string
}
const payoutsOf = (pairs: readonly Pair[]): Promise<OwedPayout[]> =>
  query('select id, code, status, amount_paise from payout where deal_id = any($1) order by id', [
    pairs.map(({ formPk }) => formPk),
  ])

async function sendFile(account: string, payouts: readonly OwedPayout[]): Promise<string> {
  const { body } = await post('payout-batches', {
    ...{ bank_account: account, format: 'generic', payouts: payouts.map(({ id }) => id) },
  })
  await post(`payout-batches/${body.id}/approve`, {}, checker)
  await post(`payout-batches/${body.id}/download`, {}, checker)
  return body.id
}

fault('payouts-refused', { short: 2, full: 20 }, async ({ rounds, random }) => {
  let [acknowledged, lost, refusals] = [0, 0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const { id: account, number } = await openAccount(100_000_000)
    await post(`bank-accounts/${account}/payout-file`, { ifsc: 'HDFC0000123', client_code: 'amnt' })
    const pairs = await owed()
    let balancePaise = 100_000_000
    for (let file = 0; file < 8; file += 1) {
      const open = (await payoutsOf(pairs)).filter(({ status }) => status === 'queued')
      if (open.length === 0) break
      const batch = await sendFile(account, open)
      const sent = (await payoutsOf(pairs)).filter(({ status }) => status === 'sent')
      const refused = new Set(sent.filter(() => random(3) === 0).map(({ id }) => id))
      refusals += refused.size
      const rows = sent.map(({ id, code }) =>
        refused.has(id)
          ? `${code},Rejected,INVALID ACCOUNT,`
          : `${code},Success,,6326${10_000_000 + random(9_999_999)}`,
      )
      // twice, in any order
      for (const some of [shuffle(rows, random), shuffle(rows, random)])
        await uploadFile(app, `/api/admin/payout-batches/${batch}/status-report`, {
          ...{ content: ['Ref,Status,Rejection Reason,UTR NO', ...some].join('\n'), who: maker },
          documented: '/api/admin/payout-batches/{id}/status-report',
        })
      const lines = sent
        .filter(({ id }) => !refused.has(id))
        .map(({ code, amount_paise }) => {
          balancePaise -= Number(amount_paise)
          return {
            ...{ date: istDay(Date.now()), valueDate: null, dir: 'D' as const, balancePaise, ref: '' },
            ...{ amountPaise: Number(amount_paise), narration: `NEFT DR-${code}-SELLER` },
          }
        })
      if (lines.length > 0)
        await takeIn(account, WRITERS.hdfc({ account: number, openingPaise: balancePaise, lines }))
      for (const id of refused) await post(`payouts/${id}/resend`, {}, checker)
    }
    const paid = (await payoutsOf(pairs)).filter(({ status }) => status === 'paid')
    acknowledged += paid.length
    lost += pairs.length - paid.length
  }
  const [{ doubled }] = await query(`
    select (count(*) - count(distinct payout_id))::int as doubled from payout_attempt where outcome = 'paid'`)
  const [{ live }] = await query(`
    select count(*)::int as live from (select payout_id from payout_batch_line where is_live
      group by payout_id, generation having count(*) > 1) twice`)
  const note = `${refusals} refused by the bank, each sent again in another file`
  return { rounds, acknowledged, lost, doubled: doubled + live, problems: await problemsNow(), note }
})
