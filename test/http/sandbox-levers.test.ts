/** What a provider may answer and report, played: an answer that is lost, one that is late, money for nothing that we asked for. */
import { expect, test } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { payoutOf, release, setTarget, UPI } from '#test/support/payout-targets.ts'
import { look, offerServices, type Pair } from '#test/support/people.ts'

const app = useApp()

const play = (id: string, outcome: string) => app.call('POST', `/api/sandbox/payouts/${id}/${outcome}`)
const { query } = app
const balance = async (account: string): Promise<number> =>
  (await query('select balance_of($1)::int as paise', [account]))[0].paise

/** Released, and sent once to a UPI id that begins so. */
async function sentTo(prefix: string): Promise<{ pair: Pair; id: string }> {
  const pair = await offerServices(app)
  const { status } = await setTarget(app, pair.payee, {
    ...UPI,
    upi_id: `${prefix}${pair.payee.phone}@okbank`,
  })
  expect(status).toBe(200)
  await app.advance('P3D')
  await release(app, pair)
  await app.runJobs()
  return { pair, id: (await payoutOf(app, pair)).id }
}
const stateOf = async (pair: Pair) => {
  const { status, generation, tries } = await payoutOf(app, pair)
  return { status, generation, tries }
}
const runAgain = async (id: string): Promise<void> => {
  await query('update payout set next_try_at = clock_timestamp() where id = $1', [id])
  await app.runJobs()
}
const attemptsOf = (id: string) =>
  query('select outcome from payout_attempt where payout_id = $1 order by n', [id])

test('an answer that is lost: the payout stays sent, is asked about, and is paid once', async () => {
  const { pair, id } = await sentTo('unknown')
  expect(await stateOf(pair)).toMatchObject({ status: 'sent', generation: 1 })
  expect(await attemptsOf(id)).toEqual([{ outcome: 'unknown' }])
  await runAgain(id)
  expect(await stateOf(pair)).toMatchObject({ status: 'paid', generation: 1 })
  // it was asked about, and not sent again
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await app.verify()).toEqual([])
})

test('a late one leaves `sent` on the provider’s word alone, and comes back after it', async () => {
  const { pair, id } = await sentTo('late')
  for (let n = 0; n < 8; n += 1) await runAgain(id)
  expect(await stateOf(pair)).toMatchObject({ status: 'sent', generation: 1 })
  expect(await attemptsOf(id)).toHaveLength(1)
  expect((await play(id, 'return')).status).toBe(409)
  expect((await play(id, 'succeed')).body).toEqual({ id, status: 'paid' })
  expect((await play(id, 'succeed')).status).toBe(409)
  expect((await play(id, 'return')).body).toEqual({ id, status: 'returned' })
  expect(await payoutOf(app, pair)).toMatchObject({
    replaces: id,
    status: 'held',
    held_because: ['returned'],
  })
  expect(await app.verify()).toEqual([])
})

test('a late one that fails in the end goes to the team, and the money stays owed', async () => {
  const { pair, id } = await sentTo('late')
  const owed = await balance(`payable:${pair.payee.id}`)
  expect((await play(id, 'fail')).body).toEqual({ id, status: 'review' })
  expect(await balance(`payable:${pair.payee.id}`)).toBe(owed)
  expect((await play('nobody', 'fail')).status).toBe(404)
  expect(await app.verify()).toEqual([])
})

test('money that names nothing of ours waits in suspense, and the pay-in stays open', async () => {
  const pair = await agreedGoods(app)
  const due = await dueOf(app, pair)
  const before = await balance('suspense')
  const { body } = await app.call('POST', `/api/sandbox/payments/${due.id}/unknown`)
  expect(body).toEqual({ id: due.id, status: 'open' })
  expect(await balance('suspense')).toBe(before + due.amount_paise)
  expect(await app.verify()).toEqual([])
})

test.each(['returned', 'disputed'])(
  'a payment that is %s by the payer’s bank stops its deal, once',
  async (outcome) => {
    const pair = await agreedGoods(app)
    const due = await dueOf(app, pair)
    const lever = (name: string) => app.call('POST', `/api/sandbox/payments/${due.id}/${name}`)
    expect((await lever(outcome)).status).toBe(409)
    await lever('succeed')
    expect((await lever(outcome)).body).toEqual({ id: due.id, status: 'paid' })
    expect((await lever(outcome)).status).toBe(200)
    const frozen = await look(app, pair.payer, pair.formPk)
    expect(frozen).toMatchObject({ status: 'funded', actions: [], whose_move: ['team'], due_at: null })
    expect(await balance(`receivable:${pair.payer.id}`)).toBe(-due.amount_paise)
    expect(await balance(`hold:${pair.formPk}`)).toBe(due.amount_paise)
    expect(await app.verify()).toEqual([])
  },
)

test('a payment that is taken back after the end: what has not left is held', async () => {
  const pair = await offerServices(app)
  await release(app, pair)
  const [payIn] = await query(`select id from pay_in where deal_id = $1 and purpose = 'amount'`, [
    pair.formPk,
  ])
  expect((await app.call('POST', `/api/sandbox/payments/${payIn.id}/disputed`)).status).toBe(200)
  expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['taken_back'] })
  expect(await app.verify()).toEqual([])
})
