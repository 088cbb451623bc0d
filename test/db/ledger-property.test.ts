// Random postings beside an in-memory ledger that is as plain as can be: both must answer and end up alike.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMMISSION, DISPUTE_FEES, feeHoldAccount, holdAccount, SUSPENSE } from '#core/accounts.ts'
import type { Tx } from '#server/db/transaction.ts'
import {
  balanceOf,
  ledgerImbalance,
  type Posting,
  type PostResult,
  post,
} from '#server/repositories/ledger.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { endHold, entriesOf, fund, payOut, rawAccount, verdict } from '#test/support/ledger.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.drop())

class Oracle {
  readonly balances = new Map<string, number>()
  private readonly posted = new Map<string, string>()
  private readonly ended = new Set<string>()

  post(posting: Posting): PostResult {
    const content = JSON.stringify(posting)
    const before = this.posted.get(posting.id)
    if (before !== undefined) return before === content ? 'exists' : 'mismatch'
    if (posting.resolves && this.ended.has(posting.resolves)) return 'already_resolved'
    const inOrder = [...posting.entries].sort((a, b) => (a.account < b.account ? -1 : 1))
    for (const { account, amountPaise } of inOrder) {
      if (this.ended.has(account)) return 'already_resolved'
      const isOwed = /^(hold|fee_hold|payable|suspense)/.test(account)
      if (isOwed && (this.balances.get(account) ?? 0) + amountPaise < 0) return 'insufficient'
    }
    for (const { account, amountPaise } of posting.entries)
      this.balances.set(account, (this.balances.get(account) ?? 0) + amountPaise)
    if (posting.resolves) this.ended.add(posting.resolves)
    this.posted.set(posting.id, content)
    return 'created'
  }
}

interface Step {
  readonly name: 'fund' | 'end' | 'fee' | 'fee_end' | 'pay_out' | 'stray' | 'sort' | 'seal'
  readonly deal: string
  readonly user: string
  readonly amount: number
  readonly share: number
  readonly id: number
}

/** A step becomes a posting in view of the books so far, so that ends empty their holds; null seals instead. */
function postingOf({ name, deal, user, amount, share, id }: Step, books: Oracle): Posting | null {
  const held = (code: string): number => books.balances.get(code) ?? 0
  const other = user === 'u1' ? 'u2' : 'u1'
  const fee = feeHoldAccount(deal, 'payer')
  const pay = (kind: string, amounts: Record<string, number>): Posting => ({
    id: `${kind}:${id}`,
    kind,
    entries: entriesOf(Object.fromEntries(Object.entries(amounts).filter(([, value]) => value !== 0))),
  })
  switch (name) {
    case 'fund':
      return fund(deal, amount, `fund:${id}`)
    case 'end': {
      const total = held(holdAccount(deal)) || amount
      const toPayee = Math.floor((total * share) / 100)
      const commission = Math.floor(toPayee / 20)
      const to = {
        [`payable:${user}`]: toPayee - commission,
        [`payable:${other}`]: total - toPayee,
        commission,
      }
      const parts = Object.fromEntries(Object.entries(to).filter(([, part]) => part !== 0))
      return { ...endHold(deal, parts), id: `end:${deal}:${id % 3}` }
    }
    case 'fee':
      return { ...pay('fee', { 'gateway:upi': -amount, [fee]: amount }), dealId: deal }
    case 'fee_end': {
      const total = held(fee) || amount
      return { ...pay('fee_end', { [fee]: -total, dispute_fees: total }), resolves: fee }
    }
    case 'pay_out':
      return payOut(`${id}`, user, amount)
    case 'stray':
      return pay('stray', { 'gateway:upi': -amount, suspense: amount })
    case 'sort':
      return pay('sort', { suspense: -amount, [`payable:${user}`]: amount })
    case 'seal':
      return null
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom('fund', 'end', 'fee', 'fee_end', 'pay_out', 'stray', 'sort', 'seal'),
  deal: fc.constantFrom('d1', 'd2', 'd3', 'd4'),
  user: fc.constantFrom('u1', 'u2'),
  amount: fc.oneof(fc.integer({ min: 1, max: 9_999_900 }), fc.constantFrom(1, 100, 9_999_900)),
  share: fc.integer({ min: 0, max: 100 }),
  // few ids, so that some come again with the same content and some with another
  id: fc.integer({ min: 0, max: 12 }),
})

async function play(tx: Tx, steps: readonly Step[]): Promise<string[]> {
  const oracle = new Oracle()
  const answers: string[] = []
  let last: Posting | null = null
  for (const step of steps) {
    // Now and then the very same posting again, as a client would that lost the answer.
    const posting: Posting | null = step.share === 13 && last ? last : postingOf(step, oracle)
    if (posting === null) continue
    last = posting
    const answer = await post(tx, posting)
    expect(answer).toBe(oracle.post(posting))
    answers.push(`${posting.kind} ${answer}`)
  }
  for (const [account, balance] of oracle.balances)
    expect(await balanceOf(tx, rawAccount(account))).toBe(balance)
  expect(await ledgerImbalance(tx)).toBe(0)
  return answers
}

const UNDO = new Error('undo')

it('conserves money, and answers as the oracle does', async () => {
  const answers = new Set<string>()
  const walk = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
    const undone = db.runInTransaction(async (tx) => {
      for (const answer of await play(tx, steps)) answers.add(answer)
      throw UNDO
    })
    await expect(undone).rejects.toBe(UNDO)
  })
  await fc.assert(walk, { numRuns: 100, endOnFailure: false })
  // Walks that never met a refusal would prove little.
  for (const met of ['created', 'exists', 'mismatch', 'already_resolved', 'insufficient'])
    expect([...answers].filter((answer) => answer.endsWith(` ${met}`)).length).toBeGreaterThan(1)
}, 60_000)

const OURS: readonly string[] = [COMMISSION, DISPUTE_FEES]
const ours = (): Promise<number[]> =>
  db.runInTransaction(async (tx) => [await balanceOf(tx, COMMISSION), await balanceOf(tx, DISPUTE_FEES)])

it('stays sound when the walks are kept, and sealed on the way', async () => {
  const walk = fc.asyncProperty(
    fc.array(step, { minLength: 40, maxLength: 40 }),
    fc.uuid(),
    async (steps, run) => {
      const oracle = new Oracle()
      const before = await ours()
      const gone = (code: string): string => code.replace(/(d\d|u\d)/, `$1-${run}`)
      for (const step of steps) {
        const posting = postingOf({ ...step, deal: gone(step.deal), user: gone(step.user) }, oracle)
        if (posting === null) {
          await db.pool.query('select seal()')
          continue
        }
        const own = { ...posting, id: `${run}:${posting.id}` }
        if (own.entries.some(({ account }) => account === SUSPENSE)) continue
        expect(await db.runInTransaction((tx) => post(tx, own))).toBe(oracle.post(own))
      }
      const after = await ours()
      for (const [index, code] of OURS.entries())
        expect((after[index] ?? 0) - (before[index] ?? 0)).toBe(oracle.balances.get(code) ?? 0)
      expect(await verdict(db)).toEqual([])
    },
  )
  await fc.assert(walk, { numRuns: 12, endOnFailure: true })
}, 60_000)
