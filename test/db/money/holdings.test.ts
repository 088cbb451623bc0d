/** What is held in all as anybody may know it, and what follows from a look through the books. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LEAST_DEALS, ROUNDED_TO_PAISE } from '#core/holdings.ts'
import { DAY_MS, endOfIstDay, istDay, toIso } from '#core/time.ts'
import { readsOf } from '#server/db/transaction.ts'
import { alarms, clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { auditBooks } from '#server/services/money/audit-books.ts'
import { holdingsAt, presentHoldings } from '#server/services/money/holdings.ts'
import { lastAudit, shortfallPaise, verify } from '#server/services/money/verify.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { asSuperuser, switchGuardsOff } from '#test/support/ledger.ts'
import { bringTo, offerServices, type Person, teammate } from '#test/support/people.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})
afterEach(() => {
  for (const { cause } of alarms()) clearAlarm(cause)
})
const { query } = app
const as = <T>(work: Parameters<typeof actingAs<T>>[2], laterMs = 0) => actingAs(app, team, work, { laterMs })
const logged: [string, object | string][] = []
const log = {
  error: (details: object, words: string) => void logged.push([words, details]),
  warn: (words: string) => void logged.push([words, '']),
  info: (words: string) => void logged.push([words, '']),
}
const audit = (reads = readsOf(app.db.runInTransaction)) => {
  logged.length = 0
  return auditBooks({ runInTransaction: app.db.runInTransaction, reads, log })
}
const post = (entries: Record<string, number>, kind = 'stray') =>
  query('select post($1, $2, null, null, $3, $4)', [
    randomUUID(),
    kind,
    Object.keys(entries),
    Object.values(entries),
  ])

describe('what is held', () => {
  const END = { figures: null, is_covered: true }
  const shown = (dayEnd = END) => {
    const moments: number[] = []
    return as((ctx) =>
      presentHoldings(ctx, async (at) => {
        moments.push(at)
        return dayEnd
      }),
    ).then((body) => ({ body, moments }))
  }
  it('is of the end of the last day that is over', async () => {
    const { body, moments } = await shown()
    const end = endOfIstDay(istDay(Date.now() - DAY_MS))
    expect(moments).toEqual([end])
    expect(body).toMatchObject({
      as_of: toIso(end),
      figures: null,
      is_covered: true,
      least_deals: LEAST_DEALS,
      rounded_to_paise: ROUNDED_TO_PAISE,
    })
    expect((await shown({ ...END, is_covered: false })).body.is_covered).toBe(false)
  })
  it('counts the holds of deals, and whether all that is others’ is there', async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'funded')
    const at = (ms: number) => as((ctx) => holdingsAt(ctx, Date.now() + ms))
    expect(await at(60_000)).toEqual({ figures: null, is_covered: true })
    await post({ suspense: 7, 'receivable:1': -7 })
    expect((await at(60_000)).is_covered).toBe(false)
    expect((await at(-DAY_MS)).is_covered).toBe(true)
  })
})

describe('the books are looked through', () => {
  it('and what was found stays known: when, and what is wrong', async () => {
    const before = Date.now()
    expect(await verify(readsOf(app.db.runInTransaction).alone)).toEqual([])
    const { at, problems } = lastAudit()
    expect([problems, Math.abs((at ?? 0) - before) < 60_000]).toEqual([[], true])
    const { checked_at, is_sound } = await as((ctx) =>
      presentHoldings(ctx, async () => ({ figures: null, is_covered: true })),
    )
    expect([checked_at, is_sound]).toEqual([toIso(at ?? 0), true])
  })
  it('an alarm about them is said at once', async () => {
    const sound = () =>
      as((ctx) => presentHoldings(ctx, async () => ({ figures: null, is_covered: true }))).then(
        ({ is_sound }) => is_sound,
      )
    raiseAlarm('disk_full', 'a test')
    expect(await sound()).toBe(true)
    raiseAlarm('ledger_invalid', 'a test')
    expect(await sound()).toBe(false)
  })
  it('money that is short stops new payments, until it is there', async () => {
    const missing = await shortfallPaise(app.db.runInTransaction)
    expect(missing).toBeGreaterThan(0)
    expect(await audit()).toBe(true)
    expect(alarms()).toEqual([
      { cause: 'shortfall', words: expect.stringContaining("of other people's money is not at the banks") },
    ])
    expect(logged).toEqual([['other people’s money is short', { missing }]])
    expect(await audit()).toBe(true)
    expect(logged).toEqual([])
    await post({ 'receivable:1': missing, suspense: -missing })
    expect(await shortfallPaise(app.db.runInTransaction)).toBe(0)
    await audit()
    expect([alarms(), logged]).toEqual([[], [['other people’s money is all there again', '']]])
  })
  it('while one looks another waits for that one', async () => {
    let runs = 0
    const reads = readsOf(app.db.runInTransaction)
    const counted: typeof reads.alone = (work) => {
      runs += 1
      return reads.alone(work)
    }
    const counting = { ...reads, alone: counted }
    expect(await Promise.all([audit(counting), audit(counting)])).toEqual([true, true])
    expect(runs).toBe(2)
    await audit(counting)
    expect(runs).toBe(4)
  })
  it('what a replica finds wrong is looked for in the books themselves', async () => {
    const broken = {
      ...readsOf(app.db.runInTransaction),
      alone: (async () => ({
        now: Date.now(),
        problems: [{ check: 'c', subject: 's', detail: 'd' }],
      })) as never,
    }
    expect(await audit(broken)).toBe(true)
    expect([alarms(), lastAudit().problems]).toEqual([[], []])
  })
})

describe('a fault in the books', () => {
  it('that is over lets money go on, and the first look does', async () => {
    raiseAlarm('ledger_invalid', 'a test')
    raiseAlarm('ledger_unverified', 'a test')
    expect(await audit()).toBe(true)
    expect([logged, alarms()]).toEqual([[['ledger is valid again, money writes resume', '']], []])
  })
  // the last of the file: the guards of its database are off from here on
  it('stops money, and says where', async () => {
    await asSuperuser(app.db, async (client) => {
      await switchGuardsOff(client)
      await client.query(
        'update entry set amount = amount + 5 where transfer_no = 1 and account_id = (select min(account_id) from entry where transfer_no = 1)',
      )
    })
    expect(await audit()).toBe(false)
    const [alarm] = alarms()
    const { problems } = (logged[0]?.[1] ?? { problems: [] }) as { problems: object[] }
    expect(alarm).toEqual({
      cause: 'ledger_invalid',
      words: expect.stringMatching(/^The ledger is invalid, \d+ problems; the first is .+: .+ \(.+\)$/),
    })
    expect([logged[0]?.[0], problems.length > 0, problems.length <= 20]).toEqual([
      'ledger is invalid, money writes are refused',
      true,
      true,
    ])
    expect(lastAudit().problems[0]).toMatch(/^.+: .+ \(.+\)$/)
    // what was found stays known, whatever becomes of the alarm
    clearAlarm('ledger_invalid')
    expect(
      await as((ctx) => presentHoldings(ctx, async () => ({ figures: null, is_covered: true }))).then(
        ({ is_sound }) => is_sound,
      ),
    ).toBe(false)
  })
})
