/** Versions of the policy: one Admin writes, a second approves, deals offered from then on keep it. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, type Policy, readPolicy } from '#core/policy.ts'
import { DAY_MS } from '#core/time.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { followPolicy } from '#server/jobs/policy.ts'
import { quietLog } from '#server/log.ts'
import { LivePolicy, recordFilePolicy } from '#server/services/policies/current-policy.ts'
import { approvePolicy } from '#server/services/policies/proposals.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { atTheSameMoment, sessionCtx } from '#test/support/held-transaction.ts'
import { offerServices, offerShopping, type Pair, type Person, take, teammate } from '#test/support/people.ts'

const app = useApp({}, 'test')
let first: Person
let second: Person
let round = 0
const prepare = async () => {
  // a process remembers policies by their numbers, and each test has a database of its own
  round += 1
  await query(`alter table policy alter column id restart with ${round * 1_000}`)
  first = await teammate(app, 'Admin')
  second = await teammate(app, 'Admin')
}
const POLICIES = '/api/admin/policies'
const desk = async (who = first) => (await app.call('GET', POLICIES, { token: who.token })).body
const post = (path: string, who: Person, body?: object) =>
  app.call('POST', `${POLICIES}${path}`, { token: who.token, body })
const propose = (figures: object, who = first) => post('', who, { figures, reason: 'Costs have risen' })
const approve = (id: string, who = second) => post(`/${id}/approve`, who)
const bring = async (figures: object) => {
  const { body } = await propose(figures)
  expect((await approve(body.id)).status).toBe(200)
}
const dealOf = async ({ payer, formPk }: Pick<Pair, 'payer' | 'formPk'>) =>
  (await app.call('GET', `/api/deals/${formPk}`, { token: payer.token })).body
const query = (text: string, values: unknown[] = []) => app.db.ownerPool.query(text, values)
const numbers = async () => (await desk()).versions.map(({ number }: { number: number }) => number)

describe('a change of the policy', () => {
  it('counts for deals that are offered after a second Admin has approved it, and for no other', async () => {
    await prepare()
    const before = await offerShopping(app)
    const { status, body } = await propose({
      'commissionBasisPoints.services': 700,
      returnWindowMs: 5 * DAY_MS,
      offerValidityMs: 3 * DAY_MS,
    })
    expect(status).toBe(201)
    // it waits: nothing is different yet
    const waiting = await offerServices(app)
    expect((await desk(second)).proposal).toMatchObject({
      ...{ id: body.id, reason: 'Costs have risen', mine: false, outdated: false },
      changes: [
        { path: 'commissionBasisPoints.services', before: 500, after: 700 },
        { path: 'offerValidityMs', before: 7 * DAY_MS, after: 3 * DAY_MS },
        { path: 'returnWindowMs', before: 8 * DAY_MS, after: 5 * DAY_MS },
      ],
    })
    expect((await dealOf(waiting)).money.commission_basis_points).toBe(500)
    expect((await approve(body.id)).status).toBe(200)
    const [goods, work] = [await offerShopping(app), await offerServices(app)]
    expect((await dealOf(goods)).policy.returnWindowMs).toBe(5 * DAY_MS)
    expect((await dealOf(work)).money.commission_basis_points).toBe(700)
    const { created_at, due_at } = (
      await query('select created_at, due_at from deal where id = $1', [goods.formPk])
    ).rows[0]
    expect(due_at.getTime() - created_at.getTime()).toBe(3 * DAY_MS)
    expect((await dealOf(before)).policy.returnWindowMs).toBe(8 * DAY_MS)
    expect((await dealOf(waiting)).money.commission_basis_points).toBe(500)
    expect((await desk()).versions[0]).toMatchObject({
      ...{ by: 'Asha', approved_by: 'Asha', reason: 'Costs have risen' },
      changes: expect.arrayContaining([{ path: 'returnWindowMs', before: 8 * DAY_MS, after: 5 * DAY_MS }]),
    })
    const { rows } = await query(
      `select action, actor_id from audit_event where subject_type = 'policy' order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['policy_proposed', 'policy_approved'])
    expect(new Set(rows.map(({ actor_id }) => actor_id)).size).toBe(2)
  })

  it('leaves an older offer under its own when its terms are changed', async () => {
    await prepare()
    const work = await offerServices(app)
    await bring({ 'commissionBasisPoints.services': 900 })
    await take(app, work.payee, work.formPk, 'edit', { amount: 12_000 })
    const { money } = await dealOf(work)
    expect([money.amount_paise, money.commission_basis_points]).toEqual([12_000_00, 500])
  })

  it('is not approved by its author, and once only', async () => {
    await prepare()
    const { body } = await propose({ disputeFeePaise: 75_00 })
    expect((await approve(body.id, first)).status).toBe(403)
    const third = await teammate(app, 'Admin')
    const both = await Promise.all([approve(body.id, second), approve(body.id, third)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await numbers()).length).toBe(2)
    expect((await approve(body.id)).status).toBe(409)
    expect((await approve('nothing')).status).toBe(404)
  })
})

describe('a change of the policy that waits', () => {
  it('waits alone: of two that are written at once one is refused', async () => {
    await prepare()
    const both = await Promise.all([
      propose({ disputeFeePaise: 75_00 }),
      propose({ disputeFeePaise: 80_00 }, second),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('is declined by the other, or taken back: then another can be written', async () => {
    await prepare()
    const declined = await propose({ disputeFeePaise: 75_00 })
    expect((await post(`/${declined.body.id}/reject`, second)).status).toBe(200)
    const own = await propose({ disputeFeePaise: 80_00 })
    expect((await post(`/${own.body.id}/reject`, first)).status).toBe(200)
    expect((await approve(own.body.id)).status).toBe(409)
    expect((await desk()).proposal).toBe(null)
    expect((await desk()).policy.disputeFeePaise).toBe(50_00)
  })

  it('stands on the desk of the Admins who did not write it, until it is decided', async () => {
    await prepare()
    const mediator = await teammate(app, 'Mediator')
    const waiting = async ({ token }: Person) =>
      (await app.call('GET', '/api/admin/desks', { token })).body.desks.find(
        (row: { desk: string }) => row.desk === 'policies',
      )
    expect(await waiting(second)).toBe(undefined)
    const { body } = await propose({ disputeFeePaise: 7_500 })
    expect(await waiting(second)).toMatchObject({ count: 1, oldest_at: expect.any(String) })
    expect([await waiting(first), await waiting(mediator)]).toEqual([undefined, undefined])
    await post(`/${body.id}/reject`, second)
    expect(await waiting(second)).toBe(undefined)
  })
  it('ends when the policy has changed since it was written', async () => {
    await prepare()
    const { body } = await propose({ disputeFeePaise: 75_00 })
    await recordFilePolicy(app.db.runInTransaction, readPolicy({ returnWindowMs: DAY_MS }))
    expect((await approve(body.id)).status).toBe(409)
    const { policy, proposal } = await desk()
    expect(policy).toMatchObject({ disputeFeePaise: 50_00, returnWindowMs: DAY_MS })
    // what was written, and not what it would undo
    expect(proposal).toMatchObject({
      outdated: true,
      changes: [{ path: 'disputeFeePaise', before: 50_00, after: 75_00 }],
    })
  })

  it('waits for a start that reads a changed file at the same moment, and does not bury what it has read', async () => {
    await prepare()
    const { body } = await propose({ disputeFeePaise: 75_00 })
    const changed = readPolicy({ returnWindowMs: DAY_MS })
    const [, approved] = await atTheSameMoment(
      app,
      (tx, now) =>
        recordFilePolicy(
          ((work) => work(tx, now, { now: new Date(now) } as never)) as RunInTransaction,
          changed,
        ),
      async (tx, now) =>
        approvePolicy(await sessionCtx({ tx, now, settings: testSettings }, second.token), body.id),
    )
    expect(approved).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } })
    expect((await desk()).policy).toMatchObject({ disputeFeePaise: 50_00, returnWindowMs: DAY_MS })
  })

  it.each([
    [{ disputeFeePaise: 50_00 }, 'changes'],
    [{ returnWindowMs: -1 }, 'returnWindowMs'],
    [{ handoverTries: 'many' }, 'figures'],
    [{ nothing: 1 }, 'nothing'],
  ])('with figures %j is refused beside %s', async (figures, field) => {
    await prepare()
    const { status, body } = await propose(figures)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
    expect((await post('/preview', first, { figures })).status).toBe(400)
  })
})

it('the file counts when it is changed, and leaves what the team has approved when it is not', async () => {
  await prepare()
  const { runInTransaction } = app.db
  await recordFilePolicy(runInTransaction, DEFAULT_POLICY)
  await bring({ disputeFeePaise: 75_00 })
  await recordFilePolicy(runInTransaction, DEFAULT_POLICY)
  expect((await desk()).policy.disputeFeePaise).toBe(75_00)
  // of processes that start together one records it
  const changed = readPolicy({ returnWindowMs: DAY_MS })
  await Promise.all([1, 2, 3].map(() => recordFilePolicy(runInTransaction, changed)))
  expect((await desk()).policy).toMatchObject({ disputeFeePaise: 50_00, returnWindowMs: DAY_MS })
  expect((await numbers()).length).toBe(3)
})

it('versions are never changed or deleted', async () => {
  await prepare()
  await bring({ disputeFeePaise: 75_00 })
  for (const change of [
    'update policy_version set policy_id = 1',
    'delete from policy_version',
    `update policy_proposal set body = '{}'`,
    'delete from policy_proposal',
    `update policy set body = '{}'`,
  ])
    await expect(app.db.pool.query(change)).rejects.toThrow('permission denied')
  // whoever wrote it is not the second one, whatever the program says
  await propose({ disputeFeePaise: 80_00 })
  await expect(
    query(`update policy_proposal set state = 'approved', decided_by = proposed_by, decided_at = now()
            where state = 'open'`),
  ).rejects.toThrow('check constraint')
})

it('a process takes over what another one has put in force, and has the pages rendered under it', async () => {
  await prepare()
  const { runInTransaction } = app.db
  await recordFilePolicy(runInTransaction, DEFAULT_POLICY)
  const livePolicy = new LivePolicy(DEFAULT_POLICY)
  const shown: Policy[] = []
  const site = { renderUnder: async (policy: Policy) => void shown.push(policy) }
  const policies = await followPolicy({ runInTransaction, livePolicy, site, log: quietLog })
  expect([shown, livePolicy.current.disputeFeePaise]).toEqual([[], 50_00])
  await bring({ disputeFeePaise: 75_00 })
  await expect.poll(() => shown.map(({ disputeFeePaise }) => disputeFeePaise)).toEqual([75_00])
  expect(livePolicy.current.disputeFeePaise).toBe(75_00)
  await policies.stop()
})

const placedIn = (sentences: { place: string }[], place: RegExp) =>
  sentences.filter((sentence) => place.test(sentence.place))

describe('what the people of a running deal would be told otherwise', () => {
  const preview = async (figures: object) => {
    await prepare()
    const { body } = await post('/preview', first, { figures })
    return placedIn(body.sentences, /^deal-/) as {
      place: string
      locale: string
      before: string
      after: string
    }[]
  }

  it('a window changes what each reader is told of the steps that it is for, and of the other track nothing', async () => {
    const sentences = await preview({ returnWindowMs: 5 * DAY_MS })
    const places = new Set(sentences.map(({ place, locale }) => `${locale} ${place}`))
    expect([...places].toSorted()).toEqual(
      ['en', 'hi'].flatMap((locale) =>
        ['payee', 'payer', 'team'].map((view) => `${locale} deal-shopping-${view}`),
      ),
    )
    for (const { before, after } of sentences) expect(after).not.toBe(before)
  })

  it.each([
    ['the share kept at a cancellation', { cancellationFeeBasisPoints: 1_000 }, '₹1,000'],
    ['our fee, in what is paid out', { 'commissionBasisPoints.shopping': 300 }, '₹9,700'],
    ['our fee, in what each gets of a split', { 'commissionBasisPoints.shopping': 300 }, '₹4,850'],
    ['the days after a delivery that nothing proves', { unprovenDeliveryWindowMs: 6 * DAY_MS }, '6 days'],
    ['the days after a delivery that the courier knows', { claimedDeliveryWindowMs: 3 * DAY_MS }, '3 days'],
  ])('%s is told', async (_, figures, words) => {
    const sentences = await preview(figures)
    expect(sentences.filter(({ after }) => after.includes(words))).not.toEqual([])
    expect(sentences.filter(({ before }) => before.includes(words))).toEqual([])
  })

  it.each([
    'offerValidityMs',
    'unresponsivenessMs',
    'trackingWindowMs',
    'complaintWindowMs.shopping',
    'complaintWindowMs.services',
    'mutualResolutionMs',
    'decisionLimitMs',
    'changesTimeMs',
  ])('%s moves a deadline that is told', async (figure) => {
    expect(await preview({ [figure]: 29 * DAY_MS })).not.toEqual([])
  })

  it('the share kept at a cancellation of work is its own form’s', async () => {
    await prepare()
    const { body } = await post('/preview', first, { figures: { cancellationFeeBasisPoints: 1_000 } })
    expect(placedIn(body.sentences, /^(deal|agreement)-services/)).toEqual([])
    expect(placedIn(body.sentences, /^(deal|agreement)-shopping/)).not.toEqual([])
  })

  it('a fee of a dispute is told to whoever owes it, in both tracks', async () => {
    const sentences = await preview({ disputeFeePaise: 75_00 })
    const places = new Set(sentences.map(({ place }) => place))
    for (const track of ['shopping', 'services'])
      for (const party of ['payer', 'payee']) expect(places).toContain(`deal-${track}-${party}`)
    expect(sentences.every(({ after }) => after.includes('₹75'))).toBe(true)
  })
})

it('the days after which the team can be called in are in reminders, and in no message', async () => {
  await prepare()
  const { body } = await post('/preview', first, { figures: { mutualReminderMs: 3 * DAY_MS } })
  const reminders = placedIn(body.sentences, /^reminder-/) as { place: string; after: string }[]
  const places = new Set(reminders.map(({ place }) => place))
  for (const track of ['shopping', 'services'])
    for (const party of ['payer', 'payee']) expect(places).toContain(`reminder-${track}-${party}`)
  expect(reminders.filter(({ after }) => after.includes('3 days'))).not.toEqual([])
  expect(placedIn(body.sentences, /^deal-/)).toEqual([])
})

it('what an agreement would say otherwise is shown before it is asked for', async () => {
  await prepare()
  const { body } = await post('/preview', first, { figures: { returnWindowMs: 5 * DAY_MS } })
  expect(placedIn(body.sentences, /^agreement-/)).toEqual([
    {
      ...{ place: 'agreement-shopping', locale: 'en' },
      before: expect.stringContaining('8 days'),
      after: expect.stringContaining('5 days'),
    },
    {
      ...{ place: 'agreement-shopping', locale: 'hi' },
      before: expect.stringContaining('8 दिन'),
      after: expect.stringContaining('5 दिन'),
    },
  ])
  expect((await desk()).proposal).toBe(null)
})
