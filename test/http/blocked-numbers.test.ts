/** The block of a deleted account stays with its proved number: a new account begins no deals with it. */
import { describe, expect, it } from 'vitest'
import { settleNumberClaims } from '#server/jobs/number-claims.ts'
import { PASSWORD, type Person, person, teammate } from '#test/support/people.ts'
import { FakeSender, useVerifyingApp, verifyingSettings, verifyPhone } from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender])

const erase = async ({ token }: Person) => {
  const { status, body } = await app.call('POST', '/api/account/delete', {
    token,
    body: { password: PASSWORD },
  })
  return [status, body.code]
}
const DELETED = [200, undefined]
const verified = async (over: object = {}): Promise<Person> => {
  const who = await person(app, 'Buyer', { ...over })
  await verifyPhone(app, sender, who)
  return who
}
const team = async (who: Person, verb: string) => {
  const { token } = await teammate(app, 'Admin')
  const reason = 'Three buyers report the same shop'
  return app.call('POST', `/api/admin/people/${who.id}/${verb}`, { token, body: { reason } })
}
const invite = async ({ token }: Person) => {
  const { status, body } = await app.call('POST', '/api/invites', {
    token,
    body: { service_details: 'Lamp', amount: 900, cpty_phone: '9555555555' },
  })
  return [status, body.code]
}
const MADE = [201, undefined]
const BLOCKED = [403, 'blocked']

describe('a block', () => {
  it('goes to the account that proves the number next, until the team lifts it', async () => {
    const first = await verified()
    await team(first, 'block')
    expect(await erase(first)).toEqual(DELETED)
    const rows = await app.query('select row_to_json(u)::text as text from app_user u where id = $1', [
      first.id,
    ])
    expect(rows[0].text).not.toContain(first.phone)

    const second = await verified({ phone_number: first.phone })
    expect(await invite(second)).toEqual(BLOCKED)
    const { token } = await teammate(app, 'Admin')
    const { body } = await app.call('GET', `/api/admin/people/${second.id}`, { token })
    expect(body.blocked.reason).toContain(`#${first.id}`)
    expect(await erase(second)).toEqual(DELETED)

    const third = await verified({ phone_number: first.phone })
    expect(await invite(third)).toEqual(BLOCKED)
    await team(third, 'unblock')
    expect(await invite(third)).toEqual(MADE)
    expect(await erase(third)).toEqual(DELETED)
    expect(await invite(await verified({ phone_number: first.phone }))).toEqual(MADE)
  })

  it('goes with a number that another account claims', async () => {
    const first = await verified()
    await team(first, 'block')
    const second = await verified({ phone_number: first.phone })
    await app.query(
      `update number_claim set ends_at = ends_at - interval '73 hours' where claimant_id = $1`,
      [second.id],
    )
    await settleNumberClaims({ runInTransaction: app.db.runInTransaction, settings: verifyingSettings })
    expect(await invite(second)).toEqual(BLOCKED)
  })

  it('of an account that merely typed a number stays off whoever has it', async () => {
    const thief = await person(app, 'Buyer', { phone_number: '9876500201' })
    await team(thief, 'block')
    expect(await erase(thief)).toEqual(DELETED)
    expect(await invite(await verified({ phone_number: thief.phone }))).toEqual(MADE)
  })

  it('is none of an account that was deleted without one', async () => {
    const first = await verified()
    expect(await erase(first)).toEqual(DELETED)
    expect(await invite(await verified({ phone_number: first.phone }))).toEqual(MADE)
  })
})
