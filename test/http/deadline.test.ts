/** A call that is not answered in time, as when a commit waits for a standby: 503, and the same key gets the one answer. */
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { bringTo, look, offerShopping, person } from '#test/support/people.ts'

const app = useApp()
afterEach(() => void vi.useRealTimers())

const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

it('is asked again with the same key, and is done once', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  const release = () =>
    app.call('POST', `/api/deals/${pair.formPk}/release`, {
      token: pair.payer.token,
      body: {},
      headers: { 'idempotency-key': 'asked twice' },
    })
  const owner = await app.db.ownerPool.connect()
  onTestFinished(() => owner.release(true))
  await owner.query('begin')
  await owner.query('select from deal where id = $1 for update', [pair.formPk])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const first = release()
  while ((await owner.query(blocked)).rowCount === 0);
  vi.advanceTimersByTime(9_999)
  // a turn for an answer that should not come yet
  await owner.query('select 1')
  vi.advanceTimersByTime(1)
  const late = await first
  expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([503, 'unanswered', '1'])
  vi.useRealTimers()
  await owner.query('commit')
  // while the first one is still at work, 409: ask again
  let again = await release()
  while (again.body.code === 'in_progress') again = await release()
  expect([again.status, again.body.status]).toEqual([200, 'released'])
  expect((await look(app, pair.payer, pair.formPk)).status).toBe('released')
  const { rows } = await app.db.ownerPool.query(
    `select count(*)::int as count from transfer where deal_id = $1 and kind = 'release'`,
    [pair.formPk],
  )
  expect(rows).toEqual([{ count: 1 }])
  expect(await app.verify()).toEqual([])
})

it('ends a call that waits for the count of its limit, too', async () => {
  const { token } = await person(app, 'Buyer')
  const owner = await app.db.ownerPool.connect()
  onTestFinished(() => owner.release(true))
  await owner.query('begin')
  await owner.query('lock table rate_limit in access exclusive mode')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const call = app.call('DELETE', '/api/account/sessions/unknown', { token })
  while ((await owner.query(blocked)).rowCount === 0);
  vi.advanceTimersByTime(10_000)
  // at the latest when the count is done, so that a call without a deadline fails here and does not hang
  await owner.query('commit')
  const { status, body } = await call
  expect([status, body.code]).toEqual([503, 'unanswered'])
})
