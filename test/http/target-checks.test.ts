/** Targets that no name speaks for: two Admins approve one for all its payouts, one takes it out of use. */
import { beforeAll, expect, test } from 'vitest'
import { Mailbox } from '#test/support/mailbox.ts'
import { payoutOf, release, targetOf, verifiedPair } from '#test/support/payout-targets.ts'
import { type Pair, type Person, teammate } from '#test/support/people.ts'
import { RecordingRail } from '#test/support/rails.ts'
import { FakeSender, useVerifyingApp } from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender], { payoutRails: [new RecordingRail()] })
let first: Person
let second: Person
beforeAll(async () => {
  first = await teammate(app, 'Admin')
  second = await teammate(app, 'Admin')
})

const query = async (text: string, values: unknown[]) => (await app.db.ownerPool.query(text, values)).rows
/** As where the bank was not asked, or has another name. */
async function named(bankName: string | null): Promise<Pair> {
  const pair = await verifiedPair(app, sender)
  await query('alter table payout_target disable trigger user', [])
  await query('update payout_target set bank_name = $2, name_matches = false where user_id = $1', [
    pair.payee.id,
    bankName,
  ])
  await query('alter table payout_target enable trigger user', [])
  return pair
}
const listed = async (pair: Pair, who = first) => {
  const { body } = await app.call('GET', '/api/admin/payout-targets', { token: who.token })
  return body.find((row: { user_id: number }) => row.user_id === pair.payee.id)
}
const judge = async (id: string, verdict: 'approve' | 'refuse', who: Person, note = 'The cheque says Asha') =>
  app.call('POST', `/api/admin/payout-targets/${id}/${verdict}`, { token: who.token, body: { note } })

test.each([[null], ['RAVI TRADERS']])('approved by two it is paid to, the bank saying %s', async (name) => {
  const pair = await named(name)
  await release(app, pair)
  const { held_because, amount_paise } = await payoutOf(app, pair)
  expect(held_because).toContain('target_unverified')
  const row = await listed(pair)
  expect(row).toMatchObject({ bank_name: name, approvals: [], mine: false, shared_with: 0 })
  expect(row.waiting_paise).toBe(Number(amount_paise))
  expect((await judge(row.id, 'approve', first)).body).toEqual({ id: row.id, approvals: 1 })
  expect((await payoutOf(app, pair)).held_because).toContain('target_unverified')
  expect((await judge(row.id, 'approve', first)).status).toBe(403)
  expect(await listed(pair)).toMatchObject({ mine: true, approvals: [{ note: 'The cheque says Asha' }] })
  expect(await listed(pair, second)).toMatchObject({ mine: false })
  expect((await judge(row.id, 'approve', second)).body).toEqual({ id: row.id, approvals: 2 })
  expect(await listed(pair)).toBe(undefined)
  expect(await payoutOf(app, pair)).toMatchObject({ status: 'queued', held_because: [] })
  expect(await app.verify()).toEqual([])
})

test('two approve at the same moment, and each of them counts once', async () => {
  const pair = await named(null)
  const { id } = await listed(pair)
  const replies = await Promise.all([first, first, second, second].map((who) => judge(id, 'approve', who)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403])
  const rows = await query('select checked_by from target_check where target_id = $1', [id])
  expect(rows.map(({ checked_by }) => Number(checked_by)).sort()).toEqual([first.id, second.id].sort())
})

test('refused, it is out of use, its owner is told, and what is owed waits for another', async () => {
  const pair = await named('SOMEBODY ELSE')
  await release(app, pair)
  const { id } = await listed(pair)
  expect((await judge(id, 'refuse', first, '')).status).toBe(400)
  expect((await judge(id, 'refuse', first)).body).toEqual({ id })
  expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['no_target'] })
  expect((await targetOf(app, pair.payee)).current).toBe(null)
  expect((await judge(id, 'approve', second)).status).toBe(409)
  const mail = await new Mailbox(app).last(pair.payee)
  expect(mail.text).not.toContain('The cheque says Asha')
  expect(mail.subject).toBe('Your payouts wait for another account')
  const actions = await query(
    `select action from audit_event where subject_type = 'user' and subject_id = $1 and action like 'payout_target_re%'`,
    [String(pair.payee.id)],
  )
  expect(actions).toEqual([{ action: 'payout_target_refused' }])
  expect(await app.verify()).toEqual([])
})

test('one that the bank has in its owner’s name, and one that is not there, are nobody’s to judge', async () => {
  const pair = await verifiedPair(app, sender)
  const [{ id }] = await query('select id from payout_target where user_id = $1', [pair.payee.id])
  expect((await judge(id, 'refuse', first)).status).toBe(409)
  expect((await judge('nowhere', 'approve', first)).status).toBe(404)
})
