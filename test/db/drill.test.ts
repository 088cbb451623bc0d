// `npm run backup` into a folder, and `npm run drill`: the newest one restored beside what serves, and its books verified.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestBackup } from '#server/postgres/backup/folder.ts'
import { seal } from '#server/services/money/verify.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { fund, newDealId, postAlone } from '#test/support/ledger.ts'

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

const run = (command: string, ...args: string[]) => runWith({}, command, ...args)

const runWith = (settings: Record<string, string>, command: string, ...args: string[]) =>
  new Promise<{ code: number; text: string }>((done) => {
    const given = { DATABASE_URL: db.url, DATA_DIR: folder, BACKUP_DIR: folder, BACKUP_KEEP_DAYS: '30' }
    const env = { ...process.env, ...given, ...settings, ENV_FILE: '/dev/null', NODE_ENV: '' }
    execFile(
      process.execPath,
      ['--import', 'tsx', `server/cli/${command}.ts`, ...args],
      { env },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
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
  expect(drill).toMatchObject({ code: 0, text: expect.stringContaining(newestBackup(folder)?.file ?? '?') })
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
  const file = newestBackup(folder)?.file ?? ''
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
