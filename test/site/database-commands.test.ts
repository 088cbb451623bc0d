/** The commands of the database as an operator types them: `npm run` and its word, on the PostgreSQL of an empty folder. */
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'amanat-commands-'))
// PostgreSQL's own user has to pass through when this runs as root
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true }))

const npmRun = async (command: string, ...args: string[]): Promise<string> => {
  const env = { PATH: process.env.PATH, HOME: folder, ENV_FILE: '/dev/null', DATA_DIR: join(folder, 'data') }
  const run = promisify(execFile)('npm', ['run', '--silent', command, '--', ...args], { env })
  return (await run).stdout
}

test('migrate, backup, restore and drill', { timeout: 240_000 }, async () => {
  expect(await npmRun('migrate')).toMatch(/^applied 001.*The database is up to this program\.$/ms)
  await expect(npmRun('migrate', 'now')).rejects.toThrow('npm run migrate takes nothing, and got now.')
  const file = join(folder, 'amanat.tar.gz')
  await npmRun('backup', file)
  expect(existsSync(file)).toBe(true)
  expect(await npmRun('drill', file)).toMatch(/verify/i)
  rmSync(join(folder, 'data'), { recursive: true })
  await npmRun('restore', file)
  // all of it was in the backup
  expect(await npmRun('migrate')).toBe('The database is up to this program.\n')
})
