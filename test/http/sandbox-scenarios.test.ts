/** The stories of the sandbox: each ends where its name says, both its people may go on, and the books are sound. */
import { describe, expect, it } from 'vitest'
import { SCENARIOS, type Scenario } from '#core/contract/site.ts'
import type { Status } from '#core/lifecycle/states.ts'
import { startApp, testSettings, useApp } from '#test/support/app.ts'

const app = useApp()

const play = (name: string, on = app) => on.call('POST', '/api/sandbox/scenario', { body: { name } })

/** The state, and the next move of each: payer, payee. */
const ENDS: Readonly<Record<Scenario, readonly [Status, string | null, string | null]>> = {
  offer_made: ['proposed', 'withdraw', 'accept'],
  payment_awaited: ['agreed', 'withdraw', 'withdraw'],
  money_held: ['funded', 'cancel', 'ship'],
  parcel_on_the_way: ['in_delivery', 'confirm_receipt', 'deliver'],
  completed: ['released', null, null],
  cancelled: ['refunded', null, null],
  goods_returned: ['refunded', null, null],
  return_lost: ['disputed', null, 'withdraw_complaint'],
  split_agreed: ['settled', null, null],
  work_delivered: ['delivered', 'release', null],
}

describe('a scenario', () => {
  it.each(SCENARIOS)('%s', async (name) => {
    const { status, body } = await play(name)
    const [state, ofPayer, ofPayee] = ENDS[name]
    expect([status, body.name, body.status]).toEqual([201, name, state])
    for (const [who, move] of [
      ['payer', ofPayer],
      ['payee', ofPayee],
    ] as const) {
      const deal = await app.call('GET', `/api/deals/${body.form_pk}`, { token: body[who].token })
      expect([deal.status, deal.body.me, deal.body.status]).toEqual([200, who, state])
      const moves = deal.body.actions.map((action: { name: string }) => action.name)
      if (move) expect(moves).toContain(move)
      else if (deal.body.due_at === null) expect(moves).toEqual([])
    }
    await app.runJobs()
    expect(await app.verify()).toEqual([])
  })

  it('goes on as any deal does', async () => {
    const { body } = await play('work_delivered')
    const url = `/api/deals/${body.form_pk}/release`
    expect((await app.call('POST', url, { token: body.payee.token, body: {} })).status).toBe(403)
    const released = await app.call('POST', url, { token: body.payer.token, body: {} })
    expect([released.status, released.body.status]).toEqual([200, 'released'])
    expect(await app.verify()).toEqual([])
  })

  it('has a name of the list', async () => {
    for (const name of ['', 'everything', '__proto__', 'toString'])
      expect([name, (await play(name)).status]).toEqual([name, 400])
  })
})

describe('elsewhere', () => {
  it('is not there without a sandbox, and is there where numbers are checked', async () => {
    const real = await startApp({ sandbox: null, settings: { ...testSettings, hasSandbox: false } })
    const checking = await startApp({ settings: { ...testSettings, verification: 'on' } })
    try {
      expect((await play('completed', real)).status).toBe(404)
      expect((await play('completed', checking)).body.status).toBe('released')
    } finally {
      await Promise.all([real.stop(), checking.stop()])
    }
  })
})
