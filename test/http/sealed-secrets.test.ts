/** What DATA_KEY seals: a copy of the database alone signs no pack, makes no link and shows no code. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Tx } from '#server/db/transaction.ts'
import type { AppSettings } from '#server/services/context.ts'
import { addressHash, openAddress } from '#server/services/money/payout-address.ts'
import { sealStoredSecrets } from '#server/services/sealed-secrets.ts'
import { startApp, type TestApp, testSettings } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { signInWithPassword } from '#test/support/passkeys.ts'
import { setTarget, targetOf, UPI } from '#test/support/payout-targets.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { codeAt, confirmCode, type Enrolled, enrol } from '#test/support/second-factor.ts'

const keyed = (byte: number) => ({ ...testSettings, dataKey: Buffer.alloc(32, byte) })
const SEALING = keyed(7)

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.stop()
})
async function started(options: Parameters<typeof startApp>[0]): Promise<TestApp> {
  const app = await startApp(options)
  apps.push(app)
  return app
}

/** Every secret of the database as text, as whoever copied it would read them. */
async function copied({ db }: TestApp): Promise<string> {
  const { rows } = await db.ownerPool.query(
    `select value as text from app_secret where name <> 'sandbox-webhook'
     union all select encode(secret, 'hex') from totp
     union all select encode(pending_secret, 'hex') from totp where pending_secret is not null`,
  )
  return rows.map(({ text }) => text).join('\n')
}
const plainSecrets = async ({ db }: TestApp): Promise<string[]> => {
  const { rows } = await db.ownerPool.query(
    "select name from app_secret where value not like 'sealed:%' and name <> 'sandbox-webhook'",
  )
  return rows.map(({ name }) => name)
}
/** The seed that the app was shown: Base32 to hex. */
const seedOf = ({ key }: Enrolled): string => {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const text = bits.map((value) => value.toString(2).padStart(5, '0')).join('')
  return (text.match(/.{8}/g) ?? [])
    .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0'))
    .join('')
}

const publicKey = async (app: TestApp): Promise<string> =>
  (await app.call('GET', '/.well-known/amanat-keys.json')).body.keys[0].public_key

const askLink = ({ email }: Person, app: TestApp) =>
  app.call('POST', '/api/auth/sign-in-link', { body: { email } })
async function linkOf({ email }: Person, app: TestApp): Promise<string> {
  const mails = await new Mailbox(app).all(email)
  return mails.map(({ text }) => /\/sign-in\/([\w-]{43})\b/.exec(text)?.[1]).find(Boolean) ?? ''
}
const open = (token: string, app: TestApp) =>
  app.call('POST', '/api/auth/sign-in-link/confirm', { body: { token } })

/** As a start of the program with this key over the database of `app`. */
const start = ({ db }: TestApp, settings: AppSettings = SEALING) =>
  sealStoredSecrets(db.runInTransaction, settings)

describe('with DATA_KEY', () => {
  it('seeds and secrets are sealed from the beginning, and codes, links and packs work', async () => {
    const app = await started({ settings: SEALING })
    const admin = await teammate(app, 'Admin')
    const enrolled = await enrol(app, admin.token)
    const key = await publicKey(app)
    await askLink(admin, app)
    const text = await copied(app)
    expect(text).not.toContain(seedOf(enrolled))
    expect(await plainSecrets(app)).toEqual([])
    const { token } = await signInWithPassword(app, admin)
    expect((await confirmCode(app, token, codeAt(enrolled.key))).status).toBe(200)
    expect((await open(await linkOf(admin, app), app)).status).toBe(200)
    expect(await publicKey(app)).toBe(key)
    await start(app)
    expect(await copied(app)).toBe(text)
  })

  it('a seed in the place of another person’s does not open', async () => {
    const app = await started({ settings: SEALING })
    const [thief, admin] = [await teammate(app, 'Admin'), await teammate(app, 'Admin')]
    const { key } = await enrol(app, thief.token)
    await enrol(app, admin.token)
    await app.db.ownerPool.query(
      'update totp set secret = (select secret from totp where user_id = $1), last_step = null where user_id = $2',
      [thief.id, admin.id],
    )
    const { token } = await signInWithPassword(app, admin)
    expect((await confirmCode(app, token, codeAt(key))).status).toBe(500)
  })
})

describe('a database from before there was a DATA_KEY', () => {
  it('is sealed at the start; codes, links that are under way and the key of packs stay the same', async () => {
    const before = await started({})
    const admin = await teammate(before, 'Admin')
    const pending = await teammate(before, 'Mediator')
    const enrolled = await enrol(before, admin.token)
    const pendingTotp = await before.call('POST', '/api/account/second-factor/totp', { token: pending.token })
    const key = await publicKey(before)
    await askLink(admin, before)
    expect(await copied(before)).toContain(seedOf(enrolled))
    await start(before)
    const text = await copied(before)
    for (const plain of [seedOf(enrolled), seedOf({ key: pendingTotp.body.key, recoveryCodes: [] })])
      expect(text).not.toContain(plain)
    expect(await plainSecrets(before)).toEqual([])

    const after = await started({ settings: SEALING, runInTransaction: before.db.runInTransaction })
    const { token } = await signInWithPassword(after, admin)
    expect((await confirmCode(after, token, codeAt(enrolled.key))).status).toBe(200)
    expect((await open(await linkOf(admin, after), after)).status).toBe(200)
    expect(await publicKey(after)).toBe(key)
    const confirmed = await after.call('POST', '/api/account/second-factor/totp/confirm', {
      token: pending.token,
      body: { code: codeAt(pendingTotp.body.key) },
    })
    expect(confirmed.status).toBe(200)
  })

  it('still opens the targets of before, and tells equal ones', async () => {
    const before = await started({})
    const payee = await person(before, 'Service_Provider')
    await setTarget(before, payee)
    const target = await targetOf(before, payee)
    const { rows } = await before.db.ownerPool.query(
      'select id, address_sealed, address_hash from payout_target',
    )
    await start(before)
    const ctx = (tx: Tx) => ({ tx, settings: SEALING })
    const [row] = rows
    await before.db.runInTransaction(async (tx) => {
      expect(await openAddress(ctx(tx), payee.id, row.address_sealed)).toBe(UPI.upi_id)
      expect(await addressHash(ctx(tx), UPI.upi_id)).toEqual(row.address_hash)
    })
    const after = await started({ settings: SEALING, runInTransaction: before.db.runInTransaction })
    expect((await targetOf(after, payee)).current).toEqual(target.current)
    expect(await plainSecrets(after)).toEqual([])
  })

  it('does not start with another key or without one, and is left as it is', async () => {
    const app = await started({ settings: SEALING })
    await enrol(app, (await teammate(app, 'Admin')).token)
    await publicKey(app)
    const text = await copied(app)
    await expect(start(app, keyed(8))).rejects.toThrow('DATA_KEY does not open')
    await expect(start(app, testSettings)).rejects.toThrow('set DATA_KEY')
    expect(await copied(app)).toBe(text)
    await app.db.ownerPool.query('delete from app_secret')
    await expect(start(app, keyed(8))).rejects.toThrow('DATA_KEY does not open')
  })
})
