// `npm run backup` into a folder, and `npm run drill`: the newest one restored beside what serves, and its books verified.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const run = (command: string, ...args: string[]) =>
  new Promise<{ code: number; text: string }>((done) => {
    const given = { DATABASE_URL: db.url, DATA_DIR: folder, BACKUP_DIR: folder, BACKUP_KEEP_DAYS: '30' }
    const env = { ...process.env, ...given, ENV_FILE: '/dev/null', NODE_ENV: '' }
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
