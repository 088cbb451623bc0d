/** The lines of a settlement report that are transfers to payees' accounts: they agree with what is held there, or are told. */
import { afterAll, expect, test } from 'vitest'
import { readSettlements } from '#server/jobs/settlements.ts'
import { DATABASE_METRICS } from '#server/services/admin/database-metrics.ts'
import { FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { settle } from '#test/support/fakes/razorpay/settlements.ts'
import { razorpaySettlements } from '#test/support/fakes/settlement-levers.ts'
import { take } from '#test/support/people.ts'
import { useRoute } from '#test/support/route.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
const { app, query, deliver, funded, delivered, transferOf, settings, rails, ...jobs } = useRoute(fake)
const levers = razorpaySettlements(fake)

/** The provider's clock goes with ours. */
const readReports = async (span = 'PT40H') => {
  await app.advance(span)
  const [{ seconds }] = await query('select floor(extract(epoch from product_now()))::int as seconds')
  levers.setClock(seconds)
  await readSettlements({ runInTransaction: app.db.runInTransaction, settings, rails })
}
const rowsOf = (id: string) =>
  query(
    'select kind, ours_paise::int, theirs_paise::int, closed_at is null as open from discrepancy where reference = $1',
    [id],
  )
const free = async () => {
  const metric = DATABASE_METRICS.find(({ name }) => name === 'amanat_provider_free_paise')
  const values = await app.db.runInTransaction((tx) => metric?.read(tx) ?? Promise.reject())
  return values instanceof Map ? values.get('razorpay') : undefined
}
const lineOf = (id: string) => fake.state.list('recon', ({ entity_id }) => entity_id === id).items[0]

test('a transfer that is held agrees, one of another amount is a row, and one that comes before we know of it agrees later', async () => {
  const held = await funded()
  // Rs 1,500 came, and Rs 1,425 of it wait in the payee's name
  expect(await free()).toBe(7_500)
  const { body } = await app.app.inject({ url: '/metrics' })
  expect(body).toContain('amanat_provider_float_paise{provider="razorpay"} 500000')
  expect(body).toContain('amanat_provider_free_paise{provider="razorpay"} 7500')
  const [other, early] = [await funded(), await funded()]
  const ids = [(await transferOf(held)).id, (await transferOf(other)).id, (await transferOf(early)).id]
  settle(fake.state)
  const line = lineOf(ids[1] ?? '')
  Object.assign(line ?? {}, { amount: 142_499, debit: 142_499 })
  // as if the answer that names it had not come yet
  await query(`update provider_hold set transfer_id = null, state = 'waiting' where id = $1`, [early.payInId])
  await deliver()
  await readReports()
  expect(await rowsOf(ids[0] ?? '')).toEqual([])
  expect(await rowsOf(ids[1] ?? '')).toEqual([
    { kind: 'amount', ours_paise: 142_500, theirs_paise: 142_499, open: true },
  ])
  expect(await rowsOf(ids[2] ?? '')).toMatchObject([{ kind: 'theirs_only', open: true }])
  await query(`update provider_hold set transfer_id = $2, state = 'held' where id = $1`, [
    early.payInId,
    ids[2],
  ])
  await readReports()
  expect(await rowsOf(ids[2] ?? '')).toMatchObject([{ kind: 'theirs_only', open: false }])
  expect(await app.verify()).toEqual([])
})

test('one that has left for its payee and is in no report after three days is a row until a report has it; one on hold is not asked for', async () => {
  const [released, held] = [await delivered(), await funded()]
  const ids = [(await transferOf(released)).id, (await transferOf(held)).id]
  const { payer, formPk } = released.pair
  await take(app, payer, formPk, 'release')
  await jobs.runHolds()
  await jobs.runPayouts()
  fake.settleTransfers()
  await jobs.runPayouts()
  settle(fake.state)
  const putBack = levers.takeLine(ids[0] ?? '')
  levers.takeLine(ids[1] ?? '')
  await deliver()
  await readReports('P3D')
  expect(await rowsOf(ids[0] ?? '')).toEqual([])
  await readReports('P2D')
  await readReports('P2D')
  const missing = { kind: 'ours_only', ours_paise: 142_500, theirs_paise: null }
  expect(await rowsOf(ids[0] ?? '')).toEqual([{ ...missing, open: true }])
  expect(await rowsOf(ids[1] ?? '')).toEqual([])
  putBack()
  await readReports()
  expect(await rowsOf(ids[0] ?? '')).toEqual([{ ...missing, open: false }])
  expect(await app.verify()).toEqual([])
})
