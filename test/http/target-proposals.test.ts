/** Money of a deleted account: one Admin proposes where it goes, as its owner's letter says, and another confirms it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { arrives, dueOf } from '#test/support/money.ts'
import { usePayouts } from '#test/support/payout-desk.ts'
import {
  offerAgain,
  payoutOf,
  release,
  setTarget,
  upiOf,
  verifiedPair,
} from '#test/support/payout-targets.ts'
import { accept, PASSWORD, type Pair, type Person, take, teammate } from '#test/support/people.ts'
import { addressOf, refusedOut } from '#test/support/rails.ts'

const { app, sender, rail, ordersOf, admin } = usePayouts()
const query = async (text: string, values: unknown[] = []) =>
  (await app.db.ownerPool.query(text, values)).rows
const call = (path: string, who: Person, body?: object) =>
  app.call('POST', `/api/admin/${path}`, { token: who.token, ...(body ? { body } : {}) })
const LETTER = {
  ...{ kind: 'bank', account_number: '60200987654321', ifsc: 'SBIN0004321', holder_name: 'Asha K. Rao' },
  reason: 'Letter of 3 March with a copy of the PAN card',
}
const ADDRESS = '60200987654321@sbin0004321.ifsc.npci'
const propose = (id: string, who: Person, over: object = {}) =>
  call(`payouts/${id}/target`, who, { ...LETTER, ...over })
const decide = (id: string, verb: 'confirm' | 'withdraw', who: Person) =>
  call(`payout-target-proposals/${id}/${verb}`, who)
const listed = async (id: string, who: Person) => {
  const { body } = await app.call('GET', '/api/admin/payouts?page_size=100', { token: who.token })
  return body.find((row: { id: string }) => row.id === id)
}
async function erase(who: Person): Promise<void> {
  const { status } = await app.call('POST', '/api/account/delete', {
    ...{ token: who.token, body: { password: PASSWORD } },
  })
  expect(status).toBe(200)
}
/** The payout that is owed again. */
const giveBack = async ({ formPk }: Pair): Promise<string> => {
  const [{ id }] = await query(`select id from payout where deal_id = $1 and status = 'paid'`, [formPk])
  expect((await app.call('POST', `/api/sandbox/payouts/${id}/return`)).status).toBe(200)
  return (await query('select id from payout where replaces = $1', [id]))[0].id
}
const paid = async (amount?: number): Promise<Pair> => {
  const pair = await verifiedPair(app, sender, amount ? { amount } : {})
  await release(app, pair)
  await app.runJobs()
  return pair
}
/** A release that the bank has sent back after its owner has gone. */
const cameBack = async (): Promise<{ pair: Pair; id: string }> => {
  const pair = await paid()
  await erase(pair.payee)
  return { pair, id: await giveBack(pair) }
}

let first: Person
let second: Person
beforeAll(async () => {
  first = await admin()
  second = await admin()
})

describe('a payout that came back to a deleted account', () => {
  it('keeps the address that it came back from when an Admin lets it go, and waits', async () => {
    const { pair, id } = await cameBack()
    const before = await payoutOf(app, pair)
    expect((await call(`payouts/${id}/release-hold`, first)).body.status).toBe('held')
    const { held_because, destination, destination_sealed, target_id } = await payoutOf(app, pair)
    expect(held_because).toEqual(['no_target'])
    expect({ destination, destination_sealed, target_id }).toEqual({
      destination: before.destination,
      destination_sealed: before.destination_sealed,
      target_id: before.target_id,
    })
    expect(destination_sealed).not.toBeNull()
  })

  it('goes where its owner has asked once two Admins have said so, in the name of the account', async () => {
    const { pair, id } = await cameBack()
    expect(await listed(id, first)).toMatchObject({ may_propose_target: true, proposed_target: null })
    const { status, body } = await propose(id, first)
    expect([status, body.state]).toEqual([201, 'proposed'])
    expect(await listed(id, first)).toMatchObject({
      may_propose_target: false,
      proposed_target: {
        ...{ id: body.id, kind: 'bank', address: ADDRESS, holder_name: LETTER.holder_name },
        ...{ reason: LETTER.reason, own: true },
      },
    })
    expect((await listed(id, second)).proposed_target).toMatchObject({ address: ADDRESS, own: false })
    const mediator = await teammate(app, 'Mediator')
    expect((await listed(id, mediator)).proposed_target.address).toBe('••••4321, SBIN0004321')
    expect((await decide(body.id, 'confirm', first)).status).toBe(403)
    expect((await decide(body.id, 'confirm', second)).body).toEqual({ id, status: 'queued' })
    await app.runJobs()
    const [, order] = await ordersOf(pair)
    expect(order).toMatchObject({
      key: id,
      how: { by: 'transfer', address: ADDRESS, name: LETTER.holder_name },
    })
    const payout = await payoutOf(app, pair)
    expect(payout).toMatchObject({ status: 'paid', destination: '••••4321, SBIN0004321' })
    const [target] = await query('select * from payout_target where id = $1', [payout.target_id])
    expect(target).toMatchObject({
      ...{ user_id: pair.payee.id, kind: 'bank', bank_name: LETTER.holder_name, name_matches: true },
      retired_because: null,
    })
    const approvals = await query(
      'select approved_by, target_id from payout_approval where payout_id = $1 order by approved_by',
      [id],
    )
    const byBoth = [first.id, second.id].sort((a, b) => a - b)
    expect(approvals).toEqual(byBoth.map((approved_by) => ({ approved_by, target_id: target.id })))
    expect(await app.verify()).toEqual([])
  })
})

describe('a target that two Admins have named', () => {
  it('leaves the address nowhere but in the target, and in the log its last digits alone', async () => {
    const { id } = await cameBack()
    const { body } = await propose(id, first)
    await decide(body.id, 'confirm', second)
    const events = await query(
      `select action, actor_id, after from audit_event where subject_type = 'payout' and subject_id = $1 order by id`,
      [id],
    )
    const after = { address: '••••4321, SBIN0004321', holder_name: LETTER.holder_name }
    expect(events).toEqual([
      {
        action: 'payout_target_proposed',
        actor_id: first.id,
        after: { ...after, reason: LETTER.reason },
      },
      { action: 'payout_target_confirmed', actor_id: second.id, after },
    ])
    const [proposal] = await query('select * from payout_target_proposal where id = $1', [body.id])
    expect(proposal).toMatchObject({ state: 'confirmed', decided_by: second.id })
    expect(proposal.address_sealed).toHaveLength(0)
  })

  it('is where all of its owner goes that waits', async () => {
    const pair = await paid()
    const again = await offerAgain(app, pair)
    await release(app, again)
    await app.runJobs()
    await erase(pair.payee)
    const ids = [await giveBack(pair), await giveBack(again)]
    const own = { kind: 'upi', upi_id: 'asha.of.two@okbank' }
    const { body } = await propose(ids[0] ?? '', first, own)
    await decide(body.id, 'confirm', second)
    expect([(await payoutOf(app, pair)).status, (await payoutOf(app, again)).status]).toEqual([
      'queued',
      'queued',
    ])
    await app.runJobs()
    expect((await ordersOf(again)).map(addressOf)).toEqual([upiOf(pair).upi_id, own.upi_id])
    expect(await app.verify()).toEqual([])
  })

  it('gives way to another once the bank has refused it, or sent the money back from there too', async () => {
    const { pair, id } = await cameBack()
    const name = async (payoutId: string, upi_id: string) => {
      const { body } = await propose(payoutId, first, { kind: 'upi', upi_id })
      return (await decide(body.id, 'confirm', second)).body.status
    }
    rail.result = refusedOut('no such account', 'new_key')
    expect(await name(id, 'asha.one@okbank')).toBe('queued')
    await app.runJobs()
    rail.result = undefined
    expect((await payoutOf(app, pair)).status).toBe('review')
    expect(await name(id, 'asha.two@okbank')).toBe('queued')
    await app.runJobs()
    const successor = await giveBack(pair)
    expect(await name(successor, 'asha.three@okbank')).toBe('queued')
    await app.runJobs()
    expect((await ordersOf(pair)).map(addressOf).slice(1)).toEqual([
      ...['asha.one@okbank', 'asha.two@okbank', 'asha.three@okbank'],
    ])
    expect(await app.verify()).toEqual([])
  })

  it('that is the payer’s too waits until an Admin has looked, and is paid to then', async () => {
    const pair = await paid()
    const payers = { kind: 'upi', upi_id: `payer${pair.payer.phone}@okbank` }
    expect((await setTarget(app, pair.payer, { ...payers, password: PASSWORD })).status).toBe(200)
    await erase(pair.payee)
    const id = await giveBack(pair)
    const { body } = await propose(id, first, payers)
    expect((await decide(body.id, 'confirm', second)).body.status).toBe('held')
    expect((await payoutOf(app, pair)).held_because).toEqual(['self_deal'])
    expect((await propose(id, first)).status).toBe(409)
    expect((await call(`payouts/${id}/release-hold`, first)).body.status).toBe('queued')
    await app.runJobs()
    expect((await ordersOf(pair)).map(addressOf).at(-1)).toBe(payers.upi_id)
  })
})

describe('what is proposed for another payout of the same owner', () => {
  it('is withdrawn with the confirmation that sends it too, and nobody else’s is', async () => {
    const pair = await paid()
    const again = await offerAgain(app, pair)
    await release(app, again)
    await app.runJobs()
    await erase(pair.payee)
    const [one = '', other = ''] = [await giveBack(pair), await giveBack(again)]
    const elsewhere = await cameBack()
    const { body } = await propose(one, first)
    const superseded = await propose(other, first, { kind: 'upi', upi_id: 'asha.two@okbank' })
    const unrelated = await propose(elsewhere.id, first)
    await decide(body.id, 'confirm', second)
    expect((await listed(other, first)).proposed_target).toBeNull()
    const [left] = await query('select * from payout_target_proposal where id = $1', [superseded.body.id])
    expect(left).toMatchObject({ state: 'withdrawn', decided_by: second.id })
    expect(left.address_sealed).toHaveLength(0)
    expect((await listed(elsewhere.id, first)).proposed_target.id).toBe(unrelated.body.id)
  })
})

describe('a target that one Admin has proposed', () => {
  it('is taken once when three confirm at the same moment', async () => {
    const { pair, id } = await cameBack()
    const { body } = await propose(id, first)
    const others = [second, await admin(), await admin()]
    const results = await Promise.all(others.map((who) => decide(body.id, 'confirm', who)))
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const targets = await query('select from payout_target where user_id = $1 and retired_at is null', [
      pair.payee.id,
    ])
    expect(targets).toHaveLength(1)
    await app.runJobs()
    expect(await ordersOf(pair)).toHaveLength(2)
    expect(await app.verify()).toEqual([])
  })

  it('is withdrawn by either of them, and can be proposed anew', async () => {
    const { pair, id } = await cameBack()
    const own = await propose(id, first)
    expect((await propose(id, second)).status).toBe(409)
    expect((await decide(own.body.id, 'withdraw', first)).body).toEqual({ id, status: 'held' })
    expect((await decide(own.body.id, 'confirm', second)).status).toBe(409)
    expect((await decide(own.body.id, 'withdraw', second)).status).toBe(409)
    const next = await propose(id, first)
    expect((await decide(next.body.id, 'withdraw', second)).status).toBe(200)
    expect((await payoutOf(app, pair)).status).toBe('held')
    expect((await propose(id, second)).status).toBe(201)
  })

  it('is not paid to while a stop stands that its owner had pressed', async () => {
    const pair = await paid()
    await erase(pair.payee)
    await query('update app_user set payouts_frozen_at = now() where id = $1', [pair.payee.id])
    const id = await giveBack(pair)
    const { body } = await propose(id, first)
    expect((await decide(body.id, 'confirm', second)).body.status).toBe('held')
    expect((await payoutOf(app, pair)).held_because).toEqual(['frozen'])
    expect((await call(`users/${pair.payee.id}/payouts/unfreeze`, first)).status).toBe(204)
    expect((await payoutOf(app, pair)).status).toBe('queued')
  })
})

describe('a stray payment of a deleted account', () => {
  it('goes where its owner has asked, though nobody has proved the number', async () => {
    const pair = await verifiedPair(app, sender)
    await accept(app, pair)
    const { reference } = await dueOf(app, pair)
    await arrives(app, { reference, rupees: 20_000, source: 'client@okbank' })
    await take(app, pair.payee, pair.formPk, 'cancel')
    await app.runJobs()
    await erase(pair.payer)
    await query('update app_user set phone_verified_at = null where id = $1', [pair.payer.id])
    await arrives(app, { reference, rupees: 20_000, source: null })
    const stray = async () => payoutOf(app, pair, 'stray')
    const { id, held_because } = await stray()
    expect(held_because).toEqual(['no_target'])
    const { body } = await propose(id, first)
    expect((await decide(body.id, 'confirm', second)).body).toEqual({ id, status: 'queued' })
    await app.runJobs()
    expect((await stray()).status).toBe('paid')
    expect((await ordersOf(pair)).map(addressOf)).toEqual(['client@okbank', ADDRESS])
    expect(await app.verify()).toEqual([])
  })
})

describe('no target is proposed', () => {
  it('for an account that is there, for what does not wait for one, nor by a Mediator', async () => {
    const pair = await paid()
    const live = await giveBack(pair)
    expect((await propose(live, first)).status).toBe(409)
    expect(await listed(live, first)).toMatchObject({ may_propose_target: false, proposed_target: null })
    const { pair: gone, id } = await cameBack()
    const [{ id: returned }] = await query(
      `select id from payout where deal_id = $1 and status = 'returned'`,
      [gone.formPk],
    )
    expect((await propose(returned, first)).status).toBe(409)
    expect((await propose('nothing', first)).status).toBe(404)
    expect((await propose(id, await teammate(app, 'Mediator'))).status).toBe(403)
    const { body } = await propose(id, first)
    await decide(body.id, 'confirm', second)
    expect((await propose(id, first)).status).toBe(409)
  })

  it.each([
    [{ account_number: '12' }, 'account_number'],
    [{ ifsc: 'SBIN' }, 'ifsc'],
    [{ kind: 'upi', upi_id: '9812345678' }, 'upi_id'],
    [{ holder_name: ' ' }, 'holder_name'],
    [{ reason: 'short' }, 'reason'],
    [{ kind: 'cash' }, 'kind'],
  ])('with %o', async (over, field) => {
    const { status, body } = await propose('any', first, over)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })
})
