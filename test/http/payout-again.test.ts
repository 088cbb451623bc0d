/** Money that came back or could not be paid: when it goes again, and by whom. Numbers are checked, as with real money. */
import { describe, expect, it } from 'vitest'
import { usePayouts } from '#test/support/payout-desk.ts'
import {
  bankAddressOf,
  bankOf,
  payoutOf,
  release,
  setTarget,
  upiOf,
  verifiedPair,
} from '#test/support/payout-targets.ts'
import { type Pair, teammate } from '#test/support/people.ts'
import { addressOf, NO_ANSWER, refusedOut } from '#test/support/rails.ts'

const { app, sender, rail, ordersOf, destinationsOf, statusOf, runAgain, act } = usePayouts()

describe('a payout that failed', () => {
  const failed = async (): Promise<Pair> => {
    const pair = await verifiedPair(app, sender)
    await release(app, pair)
    rail.result = refusedOut('no such account', 'new_key')
    await app.runJobs()
    expect(await statusOf(pair)).toBe('review')
    rail.result = undefined
    return pair
  }

  it('goes again under a new key once its owner has corrected the target and the wait is over', async () => {
    const pair = await failed()
    const { id } = await payoutOf(app, pair)
    await setTarget(app, pair.payee, bankOf(pair))
    expect(await payoutOf(app, pair)).toMatchObject({
      status: 'held',
      held_because: ['cooling'],
      generation: 2,
    })
    await app.advance('PT25H')
    await app.runJobs()
    expect((await ordersOf(pair)).map((order) => [order.key, addressOf(order)])).toEqual([
      [id, upiOf(pair).upi_id],
      [`${id}-2`, bankAddressOf(pair)],
    ])
    expect(await statusOf(pair)).toBe('paid')
    expect(await app.verify()).toEqual([])
  })

  it('goes again when an Admin says so', async () => {
    const pair = await failed()
    const { id } = await payoutOf(app, pair)
    const mediator = await teammate(app, 'Mediator')
    expect((await act(`payouts/${id}/resend`, mediator)).status).toBe(403)
    const listed = (await app.call('GET', '/api/admin/payouts?page_size=100', { token: mediator.token })).body
    expect(listed.find((row: { id: string }) => row.id === id)).toMatchObject({
      ...{ status: 'review', may_resend: true, bank_name: 'ASHA RAO' },
    })
    expect((await act(`payouts/${id}/resend`)).body).toEqual({ id, status: 'queued' })
    await app.runJobs()
    expect(await statusOf(pair)).toBe('paid')
    expect((await act(`payouts/${id}/resend`)).status).toBe(409)
  })

  it('does not go again while a try may still be paid, not in five working days and not in review', async () => {
    const pair = await verifiedPair(app, sender)
    await release(app, pair)
    rail.result = NO_ANSWER
    for (let n = 0; n < 8; n += 1) await runAgain(pair)
    const { id, status } = await payoutOf(app, pair)
    expect([status, (await ordersOf(pair)).length]).toEqual(['sent', 1])
    await app.db.ownerPool.query(
      `update payout_attempt set at = at - interval '15 days' where payout_id = $1`,
      [id],
    )
    await runAgain(pair)
    expect(await statusOf(pair)).toBe('review')
    await setTarget(app, pair.payee, bankOf(pair))
    expect((await act(`payouts/${id}/resend`)).status).toBe(409)
    await app.advance('PT25H')
    await runAgain(pair)
    expect([await statusOf(pair), (await ordersOf(pair)).map(({ key }) => key)]).toEqual(['review', [id]])
  })
})

describe('a payout that came back', () => {
  it('is owed again once, and goes again when its owner has corrected the target or the team says so', async () => {
    const pair = await verifiedPair(app, sender)
    await release(app, pair)
    await app.runJobs()
    const { id } = await payoutOf(app, pair)
    const giveBack = () => app.call('POST', `/api/sandbox/payouts/${id}/return`)
    expect((await giveBack()).body).toEqual({ id, status: 'returned' })
    expect((await giveBack()).status).toBe(200)
    const successor = await payoutOf(app, pair)
    expect(successor).toMatchObject({ replaces: id, status: 'held', held_because: ['returned'] })
    expect(await app.verify()).toEqual([])
    await app.advance('P2D')
    await app.runJobs()
    expect(await ordersOf(pair)).toHaveLength(1)
    expect((await act(`payouts/${successor.id}/release-hold`)).body.status).toBe('queued')
    await app.runJobs()
    expect((await ordersOf(pair)).map(({ key }) => key)).toEqual([id, successor.id])
    expect(await app.verify()).toEqual([])

    expect((await app.call('POST', `/api/sandbox/payouts/${successor.id}/return`)).status).toBe(200)
    await setTarget(app, pair.payee, bankOf(pair))
    await app.advance('PT25H')
    await app.runJobs()
    expect((await destinationsOf(pair)).at(-1)).toBe(bankAddressOf(pair))
    expect(await app.verify()).toEqual([])
  })
})
