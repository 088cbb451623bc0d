// Sixteen at once. Statements go straight to the pool: nothing here is tried again, so a deadlock would show.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Posting, PostResult } from '#server/repositories/ledger.ts'
import { sealAll } from '#test/support/books.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { endHold, entriesOf, fund, newDealId, payOut, postAlone, verdict } from '#test/support/ledger.ts'

const WAYS = 16
let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase({ max: WAYS })
})
afterAll(() => db.drop())
afterEach(async () => {
  expect(await verdict(db)).toEqual([])
})

async function postRaw({ id, kind, dealId, resolves, entries }: Posting): Promise<PostResult> {
  const { rows } = await db.pool.query('select post($1, $2, $3, $4, $5, $6) as result', [
    id,
    kind,
    dealId,
    resolves,
    entries.map((entry) => entry.account),
    entries.map((entry) => entry.amountPaise),
  ])
  return rows[0].result
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

function tally(results: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const result of results) sums[result] = (sums[result] ?? 0) + 1
  return sums
}

/** The same on every run, so that a failure comes back. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a describe holds its tests, each of them short
describe('sixteen ways at once', () => {
  it('a hold ends once, whoever comes: 100 rounds of release, refund and split', async () => {
    for (const _ of range(100)) {
      const deal = newDealId()
      await postRaw(fund(deal, 1_000))
      const ends = [
        endHold(deal, { 'payable:1': 950, commission: 50 }, 'release'),
        endHold(deal, { 'payable:2': 1_000 }, 'refund'),
        endHold(deal, { 'payable:1': 400, 'payable:2': 600 }, 'split'),
      ]
      const results = await Promise.all(
        range(WAYS).map((way) => postRaw({ ...(ends[way % 3] as Posting), id: `deal:${deal}:end:${way}` })),
      )
      expect(tally(results)).toEqual({ created: 1, already_resolved: WAYS - 1 })
    }
  }, 60_000)

  it('the same id is one transfer: 100 rounds', async () => {
    for (const _ of range(100)) {
      const deal = newDealId()
      const results = await Promise.all(range(WAYS).map(() => postRaw(fund(deal, 700))))
      expect(tally(results)).toEqual({ created: 1, exists: WAYS - 1 })
    }
  }, 60_000)

  it('an id with sixteen contents is one of them', async () => {
    for (const _ of range(20)) {
      const deal = newDealId()
      const results = await Promise.all(range(WAYS).map((way) => postRaw(fund(deal, 700 + way))))
      expect(tally(results)).toEqual({ created: 1, mismatch: WAYS - 1 })
    }
  })

  it('a payable pays out what it has and no more, however it is spread', async () => {
    for (const round of range(20)) {
      const user = `spread${round}`
      const deals = range(WAYS).map(newDealId)
      await Promise.all(deals.map((deal) => postRaw(fund(deal, 100))))
      const credits = await Promise.all(
        deals.map((deal) => postRaw(endHold(deal, { [`payable:${user}`]: 100 }))),
      )
      expect(tally(credits)).toEqual({ created: WAYS })
      const payouts = await Promise.all(
        range(WAYS).map((way) => postRaw(payOut(`${user}:${way}`, user, 250))),
      )
      expect(tally(payouts)).toEqual({ created: 6, insufficient: WAYS - 6 })
      expect(await postRaw(payOut(`${user}:rest`, user, 100))).toBe('created')
      expect(await postRaw(payOut(`${user}:more`, user, 1))).toBe('insufficient')
    }
  })

  it('credits and payouts of one seller at once lose nothing', async () => {
    const results = await Promise.all(
      range(WAYS).map(async (way) => {
        for (const turn of range(20)) {
          const deal = newDealId()
          await postRaw(fund(deal, 100))
          await postRaw(endHold(deal, { 'payable:busy': 100 }))
          // Each pays out no more than it has put in: whatever the others do, it is there.
          expect(await postRaw(payOut(`busy:${way}:${turn}`, 'busy', 100))).toBe('created')
        }
        return 'done'
      }),
    )
    expect(tally(results)).toEqual({ done: WAYS })
    const { rows } = await db.pool.query(`select balance_of('payable:busy') as balance`)
    expect(rows[0].balance).toBe(0)
  })

  it('postings between the same few accounts, in every direction, never deadlock', async () => {
    const accounts = ['commission', 'gateway:sandbox', 'payable:a', 'payable:b', 'payable:c', 'suspense']
    const opening = Object.fromEntries(accounts.slice(2).map((account) => [account, 10_000]))
    await postRaw({
      id: 'opening',
      kind: 'open',
      entries: entriesOf({ ...opening, 'gateway:sandbox': -40_000 }),
    })
    const random = seeded(20_261_121)
    const plans = range(WAYS).map((way) =>
      range(60).map((turn): Posting => {
        const shuffled = [...accounts].sort(() => random(3) - 1)
        const [from, to, third] = shuffled as [string, string, string]
        const amount = 1 + random(9_000)
        const part = 1 + random(50)
        return {
          id: `move:${way}:${turn}`,
          kind: 'move',
          entries: entriesOf({ [from]: -amount - part, [to]: amount, [third]: part }),
        }
      }),
    )
    const results = await Promise.all(
      plans.map(async (plan) => {
        const answers: string[] = []
        for (const posting of plan) answers.push(await postRaw(posting))
        return answers
      }),
    )
    const { created = 0, insufficient = 0 } = tally(results.flat())
    expect(created + insufficient).toBe(WAYS * 60)
    expect(created).toBeGreaterThan(300)
    expect(insufficient).toBeGreaterThan(0)
  })

  it('an account that sixteen open at once is opened once', async () => {
    for (const round of range(20)) {
      const results = await Promise.all(
        range(WAYS).map((way) =>
          postRaw({
            id: `stray:${round}:${way}`,
            kind: 'stray',
            entries: entriesOf({ [`gateway:bank${round}`]: -10, suspense: 10 }),
          }),
        ),
      )
      expect(tally(results)).toEqual({ created: WAYS })
    }
    const { rows } = await db.pool.query(
      `select count(*)::int as rows from ledger_account where code like 'gateway:bank%'`,
    )
    expect(rows[0].rows).toBe(20)
  })

  it('sealing under way changes nothing, and takes all in the end', async () => {
    let isDone = false
    const sealing = (async () => {
      while (!isDone) await db.pool.query('select seal(50)')
    })()
    await Promise.all(
      range(WAYS - 1).map(async () => {
        for (const _ of range(20)) {
          const deal = newDealId()
          await postAlone(db, fund(deal, 100))
          await postAlone(db, endHold(deal, { 'payable:sealed': 90, commission: 10 }))
        }
      }),
    )
    isDone = true
    await sealing
    await sealAll(db)
    const { rows } =
      await db.ownerPool.query(`select (select count(*) from unsealed_transfers())::int as waiting,
      (select sum(transfers) from seal_block) = (select count(*) from transfer) as all_sealed`)
    expect(rows[0]).toEqual({ waiting: 0, all_sealed: true })
  }, 60_000)
})
