/** `npm run fixtures:statements`: the program itself, over a database of its own. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { bundled } from '#test/support/command.ts'

const app = useApp()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'amanat-fixtures-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly code: number
  readonly out: string
  readonly error: string
}

const create = (...args: string[]): Promise<Ended> =>
  new Promise((done) => {
    const env = { ...process.env, DATABASE_URL: app.db.url, DATA_DIR: folder, NODE_ENV: '' }
    const command = [bundled('server/cli/fixtures-statements.ts'), ...args]
    execFile(process.execPath, command, { env }, (error, out, text) =>
      done({ code: error ? Number(error.code) : 0, out, error: text }),
    )
  })

const SLOW_MS = 300_000

it(
  'prints the bank accounts of the state; a second time it makes nothing',
  async () => {
    const state = 'test/fixtures/statements/state.json'
    const first = await create(state)
    expect([first.code, first.error]).toEqual([0, ''])
    const { rows } = await app.db.ownerPool.query(
      'select account, id from bank_account order by created_at, id',
    )
    expect(JSON.parse(first.out)).toEqual(rows)
    expect(rows.map(({ account }) => account)).toContain('50200011223344')
    const again = await create(state)
    expect([again.code, again.out]).toEqual([1, ''])
    expect(again.error).toMatch(/bank accounts already/)
  },
  SLOW_MS,
)

it(
  'says what is wrong with a file, and makes nothing of it',
  async () => {
    const people = 'select count(*)::int as people from app_user'
    const before = (await app.db.ownerPool.query(people)).rows
    const file = join(folder, 'state.json')
    writeFileSync(file, '[{"bank": "SBI"}]')
    const { code, error } = await create(file)
    expect([code, error]).toEqual([1, expect.stringMatching(/is no state of sample statements/)])
    expect((await app.db.ownerPool.query(people)).rows).toEqual(before)
  },
  SLOW_MS,
)
