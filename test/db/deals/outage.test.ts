/** Nobody could act for hours: deadlines of that time move by it, once, before any of them passes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts'
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { quietLog } from '#server/log.ts'
import { clockStore } from '#server/services/wall-clock.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { bringTo, look, offerServices, offerShopping, type Pair, person } from '#test/support/people.ts'
import { startServer } from '#test/support/server-process.ts'

const app = useApp()
const { query } = app
const LOST_MS = 6 * HOUR_MS

async function deal(dueInMs: number, over: Record<string, Date> = {}): Promise<Pair> {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'in_delivery')
  const columns = { due_at: new Date(Date.now() + dueInMs), ...over }
  const set = Object.keys(columns).map((name, i) => `${name} = $${i + 2}`)
  await query(`update deal set ${set.join(', ')} where id = $1`, [pair.formPk, ...Object.values(columns)])
  return pair
}
const rowOf = async ({ formPk }: Pair) =>
  (await query('select *, due_at - due_from as span from deal where id = $1', [formPk]))[0]
const dueIn = async (pair: Pair): Promise<number> => (await rowOf(pair)).due_at.getTime() - Date.now()
/** What a process finds that begins when the last one ended so long ago. */
async function begin(offMs: number, { processes = 1 } = {}) {
  const now = Date.now()
  await query('update wall_clock set trusted_at = $1', [new Date(now - offMs)])
  const store = clockStore(app.db.runInTransaction)
  return Promise.all(Array.from({ length: processes }, () => store.trust(now)))
}
const moved = () => query(`select after from audit_event where action = 'deadlines_moved' order by id`)

it('what fell due in it, or within a day after it, has as much time as it had', async () => {
  const passed = await deal(-HOUR_MS)
  const soon = await deal(5 * HOUR_MS)
  const later = await deal(2 * DAY_MS)
  const before = await deal(-7 * HOUR_MS)
  const offered = await offerShopping(app)
  const younger = await deal(HOUR_MS, { due_from: new Date(Date.now() + MINUTE_MS) })
  const span = (await rowOf(passed)).span
  expect(await begin(LOST_MS)).toEqual([{ lostMs: LOST_MS, deals: 2 }])
  expect(Math.abs((await dueIn(passed)) - 5 * HOUR_MS)).toBeLessThan(MINUTE_MS)
  expect(Math.abs((await dueIn(soon)) - 11 * HOUR_MS)).toBeLessThan(MINUTE_MS)
  expect(Math.abs((await dueIn(later)) - 2 * DAY_MS)).toBeLessThan(MINUTE_MS)
  expect((await rowOf(passed)).span).toEqual(span)
  expect(Math.abs((await dueIn(younger)) - HOUR_MS)).toBeLessThan(MINUTE_MS)
  expect((await moved()).map(({ after }) => after)).toEqual([
    { from: expect.any(String), to: expect.any(String), deals: 2 },
  ])
  await applyAllDueLapses({
    runInTransaction: app.db.runInTransaction,
    settings: testSettings,
    log: quietLog,
  })
  const statuses = await Promise.all(
    [passed, soon, later, before, offered].map(
      async (pair) => (await look(app, pair.payer, pair.formPk)).status,
    ),
  )
  // it had passed before anything went wrong
  expect(statuses).toEqual(['in_delivery', 'in_delivery', 'in_delivery', 'refunded', 'proposed'])
})

it('a later date that is asked for, the delivery’s own and the next reminder move with it', async () => {
  const due = new Date(Date.now() + HOUR_MS)
  const proposal = new Date(due.getTime() + DAY_MS)
  const remind = new Date(Date.now() + MINUTE_MS)
  const pair = await deal(HOUR_MS, {
    due_at: due,
    delivery_due_at: due,
    extension_to: proposal,
    next_reminder_at: remind,
  })
  await begin(LOST_MS)
  const by = (at: Date) => new Date(at.getTime() + LOST_MS)
  expect(await rowOf(pair)).toMatchObject({
    ...{
      due_at: by(due),
      delivery_due_at: by(due),
      extension_to: by(proposal),
      next_reminder_at: by(remind),
    },
  })
})

it('is found once, however many processes begin, and a restart is none', async () => {
  const pair = await deal(HOUR_MS)
  const outages = await begin(LOST_MS, { processes: 4 })
  expect(outages.filter((outage) => outage !== null)).toHaveLength(1)
  expect(Math.abs((await dueIn(pair)) - 7 * HOUR_MS)).toBeLessThan(MINUTE_MS)
  expect(await begin(9 * MINUTE_MS)).toEqual([null])
  expect(Math.abs((await dueIn(pair)) - 7 * HOUR_MS)).toBeLessThan(MINUTE_MS)
})

it('waits in which an owner can still say no are as long as they were', async () => {
  const [holder, claimant] = [await person(app, 'Buyer'), await person(app, 'Client')]
  const ends = new Date(Date.now() - HOUR_MS)
  await query(
    `insert into number_claim (phone_number, claimant_id, holder_id, object_hash, ends_at)
     values ($1, $2, $3, decode(repeat('ab', 32), 'hex'), $4)`,
    [holder.phone, claimant.id, holder.id, ends],
  )
  await query(
    `insert into contact_change (user_id, kind, old_value, new_value, ready_at) values ($1, 'phone', $2, '9811112222', $3)`,
    [claimant.id, claimant.phone, ends],
  )
  await query('update app_user set payouts_held_until = $2 where id = $1', [holder.id, ends])
  await begin(LOST_MS)
  const [moments] = await query(
    `select (select ends_at from number_claim where holder_id = $1) as claim,
            (select ready_at from contact_change where user_id = $2) as change,
            (select payouts_held_until from app_user where id = $1) as payouts`,
    [holder.id, claimant.id],
  )
  const later = new Date(ends.getTime() + LOST_MS)
  expect(moments).toEqual({ claim: later, change: later, payouts: later })
})

it('is given back by the start of a server, before it lets anything pass', async () => {
  const pair = await deal(-HOUR_MS)
  await query(`update wall_clock set trusted_at = clock_timestamp() - interval '6 hours'`)
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-outage-'))
  const server = await startServer({ ROLE: 'jobs', DATABASE_URL: app.db.url, DATA_DIR: dataDir })
  // it has answered, so it takes a signal to stop; and it stops after its running rounds
  expect((await fetch(`${server.at}/healthz`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  rmSync(dataDir, { recursive: true })
  expect((await look(app, pair.payer, pair.formPk)).status).toBe('in_delivery')
  expect(Math.abs((await dueIn(pair)) - 5 * HOUR_MS)).toBeLessThan(MINUTE_MS)
}, 120_000)

it('leaves what stands still: it gets its time when it goes on', async () => {
  const pair = await deal(HOUR_MS, { frozen_since: new Date() })
  await begin(LOST_MS)
  expect(Math.abs((await dueIn(pair)) - HOUR_MS)).toBeLessThan(MINUTE_MS)
})
