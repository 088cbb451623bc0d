// `npm run backup` into a folder, and `npm run drill`: the newest one restored beside what serves, and its books verified.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { newestOf } from '#server/postgres/backup/names.ts'
import { backupPlace, watchNewest } from '#server/postgres/backup/open-place.ts'
import { seal } from '#server/services/money/verify.ts'
import { runCommand } from '#test/support/command.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { fund, newDealId, postAlone } from '#test/support/ledger.ts'
import { type FakeS3, startS3 } from '#test/support/s3.ts'

let db: FreshDatabase
let folder: string
beforeAll(async () => {
  db = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'amanat-drill-test-'))
})
afterAll(async () => {
  await db.drop()
  rmSync(folder, { recursive: true })
})

const newestFile = (): string => join(folder, newestOf(readdirSync(folder))?.name ?? '?')

const run = (command: string, ...args: string[]) => runWith({}, command, ...args)

const runWith = (settings: Record<string, string>, command: string, ...args: string[]) =>
  runCommand(`server/cli/${command}.ts`, args, {
    ...{ DATABASE_URL: db.url, DATA_DIR: folder, BACKUP_DIR: folder, BACKUP_KEEP_DAYS: '30' },
    ...settings,
  })

test('the newest backup is restored and sound; what is older than its days is deleted; a damaged one is told', async () => {
  await postAlone(db, fund(newDealId(), 150_000))
  await db.runInTransaction((tx) => seal({ tx }))
  const outdated = 'amanat-20200101T000000Z.tar.gz'
  for (const name of [outdated, 'notes.txt']) writeFileSync(join(folder, name), 'not a backup')
  expect(await run('drill', join(folder, outdated))).toMatchObject({ code: 1 })
  expect(await run('backup')).toMatchObject({ code: 0, text: expect.stringContaining(`deleted ${outdated}`) })
  expect(readdirSync(folder).sort()).toEqual([expect.stringMatching(/^amanat-20.*\.tar\.gz$/), 'notes.txt'])

  const drill = await run('drill')
  expect(drill.text).toContain('verify() is empty: the books are sound.')
  expect(drill).toMatchObject({ code: 0, text: expect.stringContaining(newestFile()) })
  expect(readdirSync(tmpdir()).filter((name) => /^amanat-drill-(?!test)/.test(name))).toEqual([])
}, 180_000)

test('an encrypted one is opened with its key alone, and one that was touched not at all', async () => {
  const [key, otherKey] = await Promise.all([generateX25519Identity(), generateX25519Identity()])
  const BACKUP_RECIPIENTS = await identityToRecipient(key)
  expect(await runWith({ BACKUP_RECIPIENTS }, 'backup', join(folder, 'plain.tar.gz'))).toMatchObject({
    code: 1,
    text: expect.stringContaining('plain.tar.gz.age'),
  })
  const mistyped = `${BACKUP_RECIPIENTS.slice(0, -1)}${BACKUP_RECIPIENTS.endsWith('q') ? 'p' : 'q'}`
  expect(await runWith({ BACKUP_RECIPIENTS: mistyped }, 'backup')).toMatchObject({
    code: 1,
    text: expect.stringContaining('BACKUP_RECIPIENTS'),
  })
  expect(await runWith({ BACKUP_RECIPIENTS }, 'backup')).toMatchObject({ code: 0 })
  const file = newestFile()
  expect(file).toMatch(/\.tar\.gz\.age$/)
  const bytes = readFileSync(file)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')

  const keyFile = join(folder, 'key.txt')
  writeFileSync(keyFile, `# created: today\n# public key: ${BACKUP_RECIPIENTS}\n${key}\n`)
  expect(await run('drill')).toMatchObject({ code: 1, text: expect.stringContaining('BACKUP_KEY_FILE') })
  const wrong = await runWith({ BACKUP_KEY: otherKey }, 'drill')
  expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('does not open it') })
  expect(wrong.text).not.toContain('AGE-SECRET')
  expect(await runWith({ BACKUP_KEY_FILE: keyFile }, 'drill')).toMatchObject({
    code: 0,
    text: expect.stringContaining('verify() is empty: the books are sound.'),
  })
  writeFileSync(join(folder, 'touched.age'), bytes.with(bytes.length - 1_000, 1))
  const refused = await runWith({ BACKUP_KEY: key }, 'drill', join(folder, 'touched.age'))
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('The backup cannot be used') })
}, 240_000)

test('a place without any is as old as can be, so that its alarm rings', async () => {
  const newestAt = watchNewest(readConfig({ BACKUP_DIR: join(folder, 'none') }))
  await vi.waitFor(() => expect(newestAt()).toBe(0))
})

test('so is one that has never answered, which is told once', async () => {
  const reasons: string[] = []
  let now = 0
  const newestAt = watchNewest(readConfig({ BACKUP_DIR: '/dev/null' }), {
    now: () => now,
    onFailure: (reason) => reasons.push(reason),
  })
  for (const at of [1, 61_000, 122_000]) {
    now = at
    await vi.waitFor(() => expect(newestAt()).toBe(0))
  }
  expect(reasons).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/)])
})

describe('in a bucket', () => {
  let s3: FakeS3
  let settings: { BACKUP_DIR: string; BACKUP_URL: string }
  beforeAll(async () => {
    s3 = await startS3()
    settings = { BACKUP_DIR: '', BACKUP_URL: s3.url }
  })
  afterAll(() => s3.stop())
  const keys = () => [...s3.objects.keys()].sort()
  const place = async () => {
    const opened = await backupPlace(readConfig({ BACKUP_URL: s3.url }))
    if (!opened) throw new Error('no place')
    return opened
  }

  test('it is written, deleted after its days, restored by a drill and by its name; its age is known', async () => {
    const outdated = ['20200101', '20210101', '20220101'].map((day) => `amanat-${day}T000000Z.tar.gz`)
    const others = ['/amanat/files/notes.txt', `/amanat/other/${outdated[0]}`]
    for (const key of [...outdated.map((name) => `/amanat/files/${name}`), ...others])
      s3.objects.set(key, Buffer.from('not a backup'))
    const backup = await runWith(settings, 'backup')
    expect(backup).toMatchObject({ code: 0, text: expect.stringContaining(`deleted ${outdated[2]}`) })
    expect(backup.text).not.toContain('cret')
    expect(keys()).toEqual([
      expect.stringMatching(/\/files\/amanat-20[2-9]\d{5}T\d{6}Z\.tar\.gz$/),
      ...others,
    ])

    const name = keys()[0]?.split('/').at(-1) ?? ''
    const drill = await runWith(settings, 'drill')
    expect(drill.text).toContain('verify() is empty: the books are sound.')
    expect(drill).toMatchObject({ code: 0, text: expect.stringContaining(`/amanat/files/${name}: `) })
    const restored = await emptyDatabase()
    onTestFinished(restored.drop)
    const empty = mkdtempSync(join(tmpdir(), 'amanat-drill-test-'))
    onTestFinished(() => rmSync(empty, { recursive: true }))
    const at = { ...settings, DATABASE_URL: restored.url, DATA_DIR: empty }
    expect(await runWith(at, 'restore', name)).toMatchObject({ code: 0 })
    expect(await runWith(at, 'restore', outdated[0] ?? '')).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no'),
    })

    let now = 0
    const newestAt = watchNewest(readConfig({ BACKUP_URL: s3.url }), { now: () => now })
    const known = await vi.waitUntil(newestAt, { timeout: 30_000 })
    expect(Date.now() - known).toBeLessThan(600_000)
    // what is known stays while the store does not answer
    s3.fail(1_000)
    now = 61_000
    expect([newestAt(), await newestAt()]).toEqual([known, known])
    s3.fail(0)
  }, 240_000)

  test('a large one goes in parts; of one that failed nothing is there, and none is written over', async () => {
    const bytes = randomBytes(40 * 1024 * 1024)
    const whole = await (await place()).begin('amanat-20300101T000000Z.tar.gz')
    await pipeline(Readable.from(slices(bytes)), whole.target)
    expect(keys().join()).not.toContain('2030')
    await whole.finish()
    expect(s3.objects.get('/amanat/files/amanat-20300101T000000Z.tar.gz')?.equals(bytes)).toBe(true)

    const before = keys()
    const broken = await (await place()).begin('amanat-20310101T000000Z.tar.gz')
    const source = async function* () {
      yield* slices(bytes)
      throw new Error('the database is gone')
    }
    await expect(pipeline(Readable.from(source()), broken.target)).rejects.toThrow('gone')
    await broken.abandon()
    await expect(broken.finish()).rejects.toThrow()
    expect(keys()).toEqual(before)
  }, 60_000)

  test('a store that refuses is one line without the secret', async () => {
    const BACKUP_URL = s3.url.replace('cret', 'cred')
    const refused = await runWith({ ...settings, BACKUP_URL }, 'backup')
    expect(refused).toMatchObject({
      code: 1,
      text: expect.stringMatching(/BACKUP_URL cannot be used: .* 403\.\s*$/),
    })
    expect(await runWith({ BACKUP_URL }, 'backup')).toMatchObject({
      code: 1,
      text: expect.stringContaining('BACKUP_DIR or to BACKUP_URL'),
    })
  }, 60_000)
})

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
