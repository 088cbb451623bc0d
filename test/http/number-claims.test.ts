/** A number that was proved twice: it goes to whoever proved it last, once its holder has let three days pass. */
import { describe, expect, it } from 'vitest'
import { settleNumberClaims } from '#server/jobs/number-claims.ts'
import { PASSWORD } from '#test/support/people.ts'
import {
  ask,
  beginChange,
  confirm,
  FakeSender,
  provedPerson,
  releaseNumber,
  useVerifyingApp,
  verificationOf,
  verifyingSettings,
} from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender])

const proved = () => provedPerson(app, sender)

describe('a new number that another account has proved', () => {
  const after73Hours = async () => {
    await app.db.ownerPool.query(`update number_claim set ends_at = ends_at - interval '73 hours'`)
    await settleNumberClaims({ runInTransaction: app.db.runInTransaction, settings: verifyingSettings })
  }
  const claiming = async () => {
    const [holder, who] = [await proved(), await proved()]
    expect(await beginChange(app, who, holder.phone)).toMatchObject({ status: 200 })
    expect(await releaseNumber(app, who, sender.codeTo(who.phone))).toMatchObject({ status: 200 })
    expect((await ask(app, who)).status).toBe(202)
    expect(await confirm(app, who, sender.codeTo(holder.phone))).toMatchObject({ status: 200 })
    expect((await verificationOf(app, who)).phone).toMatchObject({
      value: who.phone,
      claim_until: expect.any(String),
    })
    return { holder, who }
  }

  it('becomes theirs after three days', async () => {
    const { holder, who } = await claiming()
    await after73Hours()
    const login = { phone_number: holder.phone, password: PASSWORD }
    const { token } = (await app.call('POST', '/api/auth/login', { body: login })).body
    const signedIn = { ...who, token }
    expect(await verificationOf(app, signedIn)).toMatchObject({
      phone: { value: holder.phone, verified: true, change: null, claim_until: null },
      email: { value: who.email },
    })
  })

  it('stays with its holder, who says so: whoever waits for it is told', async () => {
    const { holder, who } = await claiming()
    const reply = await app.call('POST', '/api/account/phone/keep', {
      token: holder.token,
      body: { password: PASSWORD },
    })
    expect(reply.status).toBe(200)
    const [mail] = (await app.call('GET', `/api/sandbox/mail?search=${who.email}`)).body
    expect([mail.subject, mail.text]).toEqual([
      'The number stays with the account that has it',
      expect.stringContaining(`••••••${holder.phone.slice(-4)}`),
    ])
    expect((await verificationOf(app, who)).phone.claim_until).toBeNull()
  })

  it('does not, when they have begun to change to a third one since', async () => {
    const { holder, who } = await claiming()
    await beginChange(app, who, '9500000001')
    expect((await verificationOf(app, who)).phone.claim_until).toBeNull()
    await after73Hours()
    expect((await verificationOf(app, who)).phone).toMatchObject({ value: who.phone, verified: true })
    expect((await verificationOf(app, holder)).phone).toMatchObject({ value: holder.phone, verified: true })
  })
})
