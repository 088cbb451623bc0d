/** The owner is told by mail of every change to their second factor: whoever made it may not be them. */
import { describe, expect, it } from 'vitest'
import { m } from '#messages/compiled/messages.js'
import { resetSecondFactor } from '#server/services/team/manage.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { addPasskey, removePasskey, signInWithPassword } from '#test/support/passkeys.ts'
import { type Person, teammate } from '#test/support/people.ts'
import { confirmCode, enrol } from '#test/support/second-factor.ts'

const app = useApp()

const headlines = async ({ email }: Person): Promise<string[]> =>
  (
    await app.db.ownerPool.query(
      `select content ->> 'headline' as headline from email where recipient = $1 and key like 'second-factor:%' order by id`,
      [email],
    )
  ).rows.map(({ headline }) => headline)

describe('a mail to the owner says that', () => {
  it('an app was set up, a passkey added and removed', async () => {
    const admin = await teammate(app, 'Admin')
    await enrol(app, admin.token)
    expect(await headlines(admin)).toEqual([m.email_factor_set_up()])
    const { id } = await addPasskey(app, admin.token)
    await removePasskey(app, admin.token, id)
    expect((await headlines(admin)).slice(1)).toEqual([
      m.email_factor_passkey_added(),
      m.email_factor_passkey_removed(),
    ])
  })

  it('a recovery code was used, once for each that was right', async () => {
    const admin = await teammate(app, 'Admin')
    const { recoveryCodes } = await enrol(app, admin.token)
    const { token } = await signInWithPassword(app, admin)
    expect((await confirmCode(app, token, 'AAAA-BBBB-CCCC-DDDD')).status).toBe(400)
    expect((await headlines(admin)).slice(1)).toEqual([])
    expect((await confirmCode(app, token, recoveryCodes[0] ?? '')).status).toBe(200)
    expect((await headlines(admin)).slice(1)).toEqual([m.email_factor_recovery_code()])
  })

  it('the operator has reset it', async () => {
    const admin = await teammate(app, 'Admin')
    await addPasskey(app, admin.token)
    await app.db.runInTransaction((tx, now) =>
      resetSecondFactor({ tx, now, settings: testSettings }, admin.phone),
    )
    expect(await headlines(admin)).toEqual([m.email_factor_passkey_added(), m.email_factor_reset()])
  })

  it('and nothing of the kind to an address that was never proved, where addresses are', async () => {
    const admin = await teammate(app, 'Admin')
    const settings = { ...testSettings, verification: 'on' as const }
    await app.db.runInTransaction((tx, now) => resetSecondFactor({ tx, now, settings }, admin.phone))
    expect(await headlines(admin)).toEqual([])
  })
})
