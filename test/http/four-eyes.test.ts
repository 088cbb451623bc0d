/** Each act by which the team moves money, and who is not its second person: whoever asked, a Mediator, a program, a stranger. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SCOPES } from '#core/scopes.ts'
import { readTaxSettings } from '#server/config/operator-content.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { type TestApp, testSettings, useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import type { PrepareAct } from '#test/support/money-acts/act.ts'
import { bookActs } from '#test/support/money-acts/book-acts.ts'
import { lineActs } from '#test/support/money-acts/line-acts.ts'
import { payoutActs } from '#test/support/money-acts/payout-acts.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { RecordingRail } from '#test/support/rails.ts'
import { useDesk } from '#test/support/statements/desk.ts'
import { FakeSender, useVerifyingApp } from '#test/support/verification.ts'

const rail = new RecordingRail()
const sender = new FakeSender()
const proved = useVerifyingApp([sender], { payoutRails: [rail] })
const file = readTaxSettings()
const tds = file.tds.map((rule) => ({ ...rule, threshold_paise: 3_000_000 }))
const settings = { ...testSettings, tax: { ...file, tan: 'MUMA12345B', tds } }
const plain = useApp({ settings })
const desk = useDesk(plain)
beforeEach(() => {
  rail.orders.length = 0
})

interface Role {
  readonly role: string
  /** Beside whoever has asked. */
  readonly come: (app: TestApp, first: Person) => Promise<Person>
}
/** A program of an Admin shows a key where a person shows a session. */
async function programOf(app: TestApp): Promise<Person> {
  const owner = await person(app, 'Buyer')
  await app.db.ownerPool.query('update app_user set phone_verified_at = now() where id = $1', [owner.id])
  const { key } = await appKey(app, owner, SCOPES)
  await app.db.ownerPool.query(`update app_user set user_type = 'Admin' where id = $1`, [owner.id])
  return { ...owner, token: key }
}
const NO_SECOND: readonly Role[] = [
  { role: 'whoever has asked', come: async (_, first) => first },
  { role: 'a Mediator', come: (app) => teammate(app, 'Mediator') },
  { role: 'a program of an Admin', come: programOf },
  { role: 'somebody who is not of the team', come: (app) => person(app, 'Buyer') },
]
/** Mediators decide disputes: two of them, or one and an Admin. */
const isSecond = (act: string, role: string) => act === 'a large dispute is decided' && role === 'a Mediator'

/** All by which money leaves, is promised, or counts otherwise. */
async function moneyOf(app: TestApp): Promise<object> {
  await app.runJobs()
  await bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings })))
  const { rows } = await app.db.ownerPool.query(
    `select (select count(*)::int from transfer) as transfers, (select count(*)::int from policy) as policies,
       (select count(*)::int from payout where status not in ('held', 'review', 'cancelled')) as payouts,
       (select count(*)::int from payout where status in ('sent', 'paid')) as gone`,
  )
  return { ...rows[0], orders: rail.orders.length }
}

const acts = (app: TestApp, of: Record<string, PrepareAct>) =>
  Object.entries(of).map(([act, prepare]) => ({ act, app, prepare }))
const ACTS = [
  ...acts(proved, payoutActs(proved, sender, rail)),
  ...acts(plain, { ...lineActs(plain, desk), ...bookActs(plain) }),
]

describe.each(ACTS)('$act', ({ act, app, prepare }) => {
  let first: Person
  beforeAll(async () => {
    first = await teammate(app, 'Admin')
  })
  it('by nobody alone, and by a second Admin', async () => {
    const { ask, agree, afterwards } = await prepare(first)
    const before = await moneyOf(app)
    const answer = await ask(first)
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status)
    await afterwards?.(first)
    expect(await moneyOf(app), 'asked for alone').toEqual(before)
    for (const { role, come } of NO_SECOND) {
      if (isSecond(act, role)) continue
      const who = await come(app, first)
      expect([401, 403], role).toContain((await agree(who)).status)
      await afterwards?.(who)
      expect(await moneyOf(app), role).toEqual(before)
    }
    const second = await teammate(app, 'Admin')
    const agreed = await agree(second)
    expect(agreed.status, JSON.stringify(agreed.body)).toBe(200)
    await afterwards?.(second)
    expect(await moneyOf(app), 'agreed to').not.toEqual(before)
    expect(await app.verify()).toEqual([])
  })
})

it('is a table of twelve acts at least', () => {
  expect(ACTS.length).toBeGreaterThanOrEqual(12)
})
