/** The lines of a settlement report that are transfers to payees' accounts: they agree with what is held there, or are told. */
import { afterAll, expect, test } from 'vitest'
import { readSettlements } from '#server/jobs/settlements.ts'
import { FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { settle } from '#test/support/fakes/razorpay/settlements.ts'
import { useRoute } from '#test/support/route.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
const { app, query, deliver, funded, transferOf, settings, rails } = useRoute(fake)

const readReports = async () => {
  await app.advance('PT40H')
  await readSettlements({ runInTransaction: app.db.runInTransaction, settings, rails })
}
const rowsOf = (id: string) =>
  query(
    'select kind, ours_paise::int, theirs_paise::int, closed_at is null as open from discrepancy where reference = $1',
    [id],
  )
const lineOf = (id: string) => fake.state.list('recon', ({ entity_id }) => entity_id === id).items[0]

test('a transfer that is held agrees, one of another amount is a row, and one that comes before we know of it agrees later', async () => {
  const [held, other, early] = [await funded(), await funded(), await funded()]
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
