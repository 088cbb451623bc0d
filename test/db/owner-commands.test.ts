/** What an operator can mend is told in one line that names it; a command that is stopped leaves nothing behind. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCommand, startCommand } from '#test/support/command.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '#test/support/database.ts'

const SLOW_MS = 120_000
const GUEST = 'amanat_guest'
let empty: Awaited<ReturnType<typeof emptyDatabase>>
let ready: FreshDatabase
let dataDir: string

const as = (url: string, username: string): string => {
  const other = new URL(url)
  Object.assign(other, { username, password: 'guest' })
  return other.href
}
async function administer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'amanat-operator-'))
  empty = await emptyDatabase()
  ready = await freshDatabase()
  await administer(
    ready.adminUrl,
    `drop role if exists ${GUEST}; create role ${GUEST} login password 'guest'`,
  )
})
afterAll(async () => {
  await administer(ready.adminUrl, `drop role ${GUEST}`)
  await empty.drop()
  await ready.drop()
  rmSync(dataDir, { recursive: true })
})

const run = (command: string, args: readonly string[], settings: Record<string, string>) =>
  runCommand(`server/${command}.ts`, args, { PORT: '0', DATA_DIR: dataDir, ...settings })

describe.concurrent('one line for', () => {
  const CREATE = '--role Admin --phone 9811111111 --email a@example.com --password Sunny-Day-42'.split(' ')
  test.each<[string, [command: string, ...args: string[]], () => Record<string, string>, RegExp]>([
    [
      'a login that may make nothing',
      ['cli/migrate'],
      () => ({ MIGRATE_URL: as(empty.url, GUEST) }),
      /^The database cannot be used: permission denied .*\. The login has too few rights: .*MIGRATE_URL/,
    ],
    [
      'a login that may read nothing',
      ['main', '--no-pages'],
      () => ({ DATABASE_URL: as(ready.url, GUEST), MIGRATE: '0' }),
      /^The database cannot be used: permission denied .*\. The login has too few rights: /,
    ],
    [
      'an owner that is not reached',
      ['cli/backup'],
      () => ({
        DATABASE_URL: ready.url,
        MIGRATE_URL: 'postgresql://owner@127.0.0.1:1/amanat',
        BACKUP_DIR: join(dataDir, 'none'),
      }),
      /^The database at 127\.0\.0\.1:1 cannot be reached as owner: .*MIGRATE_URL/,
    ],
    [
      'a backup of what has no tables',
      ['cli/backup'],
      // of its own: a backup beside it may begin in the same second
      () => ({ DATABASE_URL: empty.url, BACKUP_DIR: join(dataDir, 'other') }),
      /^The database cannot be used: it has no tables of this program yet, which npm run migrate makes\.$/,
    ],
    [
      'a new era of what has no tables',
      ['cli/admin', 'new-era'],
      () => ({ DATABASE_URL: empty.url }),
      /^The database cannot be used: it has no tables of this program yet/,
    ],
    [
      'a folder that cannot be one',
      ['cli/admin', 'create', ...CREATE],
      () => ({ DATABASE_URL: ready.url, DATA_DIR: '/dev/null/data' }),
      // Node.js 24 names the part that is a file
      /^\/dev\/null(\/data)? cannot be used: (ENOTDIR|EEXIST)/,
    ],
    [
      'a folder of backups that is a file',
      ['cli/backup'],
      () => ({ DATABASE_URL: ready.url, BACKUP_DIR: '/dev/null' }),
      /^\/dev\/null\S* cannot be used: (ENOTDIR|EEXIST)/,
    ],
    [
      'a folder of backups that can never be made',
      ['cli/backup', '/proc/none/a.tar.gz'],
      () => ({ DATABASE_URL: ready.url }),
      /^\/proc\/none cannot be used: ENOENT/,
    ],
    ['a word too many', ['cli/migrate', 'all'], () => ({}), /^npm run migrate takes nothing, and got all\.$/],
    [
      'a name that is none',
      ['cli/admin', 'create', ...CREATE, '--name', '12@@'],
      () => ({ DATABASE_URL: ready.url }),
      /^--name: /,
    ],
  ])(
    '%s',
    async (_name, [command, ...args], settings, line) => {
      const { code, text } = await run(command, args, settings())
      const [first = '', ...rest] = text.trimEnd().split('\n')
      expect(first).toMatch(line)
      // a flag is told beside how the command is called
      expect(rest.filter((row) => !/^$|^npm run admin/.test(row))).toEqual([])
      expect(code).toBe(1)
    },
    SLOW_MS,
  )
})

test.each([
  ['cli/backup', ['--help'], 'One file can be named, and got --help.\n'],
  ['cli/restore', ['a', 'b'], 'One file can be named, and got a b.\n'],
])(
  '%s %j is told that it is no file',
  async (command, args, text) => expect(await run(command, args, {})).toEqual({ code: 1, text }),
  SLOW_MS,
)

test(
  'MIGRATE_URL alone names the database of every command',
  async () => {
    const flags = '--role Mediator --phone 9822222222 --email m@example.com --password Sunny-Day-42'.split(
      ' ',
    )
    const { code, text } = await run('cli/admin', ['create', ...flags], { MIGRATE_URL: ready.url })
    expect([code, text]).toEqual([0, expect.stringContaining('is created')])
    const { rows } = await ready.ownerPool.query('select user_type from app_user where phone_number = $1', [
      '9822222222',
    ])
    expect(rows).toEqual([{ user_type: 'Mediator' }])
  },
  SLOW_MS,
)

test(
  'a command tells of a name that is none of the settings, as a backup without its recipients',
  async () => {
    const settings = {
      ...{ DATABASE_URL: ready.url, BACKUP_DIR: '/dev/null', BACKUP_RECIPIENT: 'age1' },
      BACKUP_RETENTION: '3',
    }
    const { text } = await run('cli/backup', [], settings)
    expect(text).toContain('BACKUP_RECIPIENT is no setting and is ignored; is it BACKUP_RECIPIENTS?\n')
    expect(text).toContain('BACKUP_RETENTION is no setting and is ignored.\n')
  },
  SLOW_MS,
)

test.each(['SIGINT', 'SIGHUP'] as const)(
  'a start that is ended by %s before it is ready leaves no PostgreSQL behind',
  async (signal) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'amanat-start-test-'))
    chmodSync(DATA_DIR, 0o711)
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
    const pidFile = join(DATA_DIR, 'database', 'postgres', 'postmaster.pid')
    const server = startCommand('server/main.ts', ['--no-pages'], {
      ...{ DATA_DIR, PORT: '0', DEMO: '0', DATABASE_URL: '', MIGRATE_URL: '' },
    })
    // one that is not ended would work on beside every later test
    onTestFinished(() => void server.process.kill('SIGKILL'))
    await vi.waitUntil(() => existsSync(pidFile), { timeout: 30_000, interval: 2 })
    server.process.kill(signal)
    expect((await server.ended).code).toBe(0)
    expect(existsSync(pidFile)).toBe(false)
  },
  SLOW_MS,
)

test(
  'a drill that is stopped leaves no copy of the database behind',
  async () => {
    // its own: other tests drill at the same moment
    const TMPDIR = mkdtempSync(join(tmpdir(), 'amanat-drill-test-'))
    chmodSync(TMPDIR, 0o711)
    onTestFinished(() => rmSync(TMPDIR, { recursive: true, force: true }))
    const scratch = () => readdirSync(TMPDIR).filter((name) => name.startsWith('amanat-drill-'))
    writeFileSync(join(dataDir, 'amanat-20300101T000000Z.tar.gz'), 'begun')
    const drill = startCommand('server/cli/drill.ts', [], { DATA_DIR: dataDir, BACKUP_DIR: dataDir, TMPDIR })
    // its PostgreSQL is being made: nobody has it yet who could stop it
    const clusterOf = (name: string) => join(TMPDIR, name, 'database')
    const isBegun = (name: string) => existsSync(clusterOf(name)) && readdirSync(clusterOf(name)).length > 0
    await vi.waitUntil(() => scratch().some(isBegun), { timeout: SLOW_MS, interval: 2 })
    drill.process.kill('SIGTERM')
    expect(await drill.ended).toMatchObject({ code: 1, text: expect.stringContaining('Stopped by SIGTERM.') })
    expect(scratch()).toEqual([])
  },
  SLOW_MS,
)
