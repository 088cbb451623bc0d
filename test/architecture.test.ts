// The directions of docs/architecture.md hold, and the tool that says so sees: with a TypeScript that it does
// not support it finds no modules and no fault.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const TOOL = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
const RULES = resolve('.dependency-cruiser.cjs')
/** The tool reads every module of the repository: seconds on a quiet machine. */
const CRUISE_MS = 60_000
const ROOMS = ['core', 'server', 'web', 'messages', 'scripts', 'bench', 'test']

/** As `npm test` calls it; its exit status counts the faults. */
function cruise(folders: string[], cwd = '.'): Promise<ICruiseResult> {
  const args = [TOOL, '--config', RULES, '--output-type', 'json', ...folders]
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 1e9 }, (error, stdout) => {
      if (stdout === '') fail(error)
      else done(JSON.parse(stdout))
    })
  })
}

const faults = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

describe('our modules', () => {
  let result: ICruiseResult
  beforeAll(async () => {
    result = await cruise(ROOMS)
  }, CRUISE_MS)

  test.each([
    ['core', 25],
    ['server', 90],
    ['web', 60],
    ['scripts', 15],
    ['bench', 10],
    ['test', 100],
  ])('of %s, at least %i are seen', (folder, least) => {
    const modules = result.modules.filter(({ source }) => source.startsWith(`${folder}/`))
    expect(modules.length).toBeGreaterThanOrEqual(least)
  })

  test('know only what they may', () => {
    expect(faults(result)).toEqual([])
  })

  test('of the services stand on at most six floors, without a circle', () => {
    const below = new Map<string, Set<string>>()
    for (const { source, dependencies } of result.modules) {
      if (!source.startsWith(SERVICES)) continue
      const room = roomOf(source)
      const rooms = dependencies
        .map(({ resolved }) => resolved)
        .filter((path) => path.startsWith(SERVICES))
        .map(roomOf)
        .filter((next) => next !== room && UP.get(room) !== next)
      below.set(room, new Set([...(below.get(room) ?? []), ...rooms]))
    }
    const floors = Object.fromEntries([...below.keys()].map((room) => [room, floorOf(room, below)]))
    expect(Math.max(...Object.values(floors)), JSON.stringify(floors)).toBeLessThanOrEqual(6)
  })
})

const SERVICES = 'server/services/'
/** What a payment sets off is decided by the deal's own actions, and a deal's money is moved by money's. */
const UP = new Map([['money', 'deals']])

/** A room of the services is one of their folders, or a file beside them. */
const roomOf = (path: string) => path.slice(SERVICES.length).split('/')[0] ?? ''

/** Longest way down from a room; a circle has no end and is reported as infinite. */
function floorOf(
  room: string,
  below: ReadonlyMap<string, ReadonlySet<string>>,
  above: string[] = [],
): number {
  if (above.includes(room)) return Number.POSITIVE_INFINITY
  const floors = [...(below.get(room) ?? [])].map((next) => floorOf(next, below, [...above, room]))
  return 1 + Math.max(0, ...floors)
}

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)

const having = (pattern: RegExp, ...folders: string[]) =>
  folders.flatMap(sources).filter((file) => pattern.test(readFileSync(file, 'utf8')))

test('the environment is read in one place', () => {
  expect(having(/process\.env/, 'core', 'server')).toEqual(['server/config/config.ts'])
})

test('the rules are told the time, and leave nothing to chance', () => {
  expect(having(/Date\.now|new Date\(\)|Math\.random/, 'core')).toEqual([])
})

const PLANTED: [rule: string, file: string, target: string][] = [
  ['core-knows-nobody', 'core/money.ts', 'server/config/config.ts'],
  ['core-knows-nobody', 'core/time.ts', 'node:fs'],
  ['web-knows-core-alone', 'web/features/home.tsx', 'server/log.ts'],
  ['server-knows-core-alone', 'server/app.ts', 'web/lib/format.ts'],
  ['messages-are-a-leaf', 'messages/error-text.ts', 'server/mail/send.ts'],
  ['features-are-islands', 'web/features/deals/list.tsx', 'web/features/account/form.tsx'],
  ['features-are-islands', 'web/admin/coupons/grid.tsx', 'web/features/deals/row.tsx'],
  ['pieces-know-no-feature', 'web/ui/field.tsx', 'web/features/deals/state.ts'],
  ['pool-is-out-of-reach', 'server/services/deals/fund.ts', 'server/db/pool.ts'],
  ['repositories-are-the-bottom', 'server/repositories/deals.ts', 'server/services/deals/act.ts'],
  ['routes-are-thin', 'server/http/routes/deals.ts', 'server/repositories/users.ts'],
  ['jobs-call-services', 'server/jobs/payouts.ts', 'server/repositories/payments.ts'],
  ['routes-know-no-jobs', 'server/http/routes/sandbox.ts', 'server/jobs/deadlines.ts'],
  ['db-is-the-ground', 'server/db/login.ts', 'server/mail/transport.ts'],
  ['services-know-no-http', 'server/services/deals/ship.ts', 'server/http/session.ts'],
  ['services-allow-list', 'server/services/demo/seed.ts', 'server/config/config.ts'],
  ['services-write-no-sql', 'server/services/deals/write.ts', 'node_modules/kysely/index.js'],
  ['ports-own-their-types', 'server/rails/rail.ts', 'server/services/money/record.ts'],
  ['nothing-needs-tests', 'server/mail/outbox.ts', 'test/support/database.ts'],
  ['product-needs-no-tools', 'server/mail/render.ts', 'scripts/lib/run.mjs'],
  ['scripts-lib-is-the-ground', 'scripts/lib/lock.mjs', 'server/config/config.ts'],
  ['scripts-know-no-pages', 'scripts/draw.ts', 'web/lib/format.ts'],
  ['bench-uses-scripts-lib', 'bench/run.mjs', 'scripts/test.mjs'],
  ['no-unresolvable', 'core/ids.ts', './nowhere.ts'],
]

describe('a planted import is named', () => {
  const base = mkdtempSync(join(tmpdir(), 'amanat-planted-'))
  afterAll(() => rmSync(base, { recursive: true }))

  const write = (file: string, text: string) => {
    mkdirSync(join(base, dirname(file)), { recursive: true })
    writeFileSync(join(base, file), text)
  }
  const isOurs = (target: string) => !/^(node:|\.)/.test(target)
  const upFrom = (file: string) => '../'.repeat(file.split('/').length - 1)

  let violations: string[]
  beforeAll(async () => {
    write('core/cycle-a.ts', `import './cycle-b.ts'`)
    write('core/cycle-b.ts', `import './cycle-a.ts'`)
    for (const config of ['tsconfig.base.json', 'tsconfig.web.json']) cpSync(config, join(base, config))
    for (const [, , target] of PLANTED) if (isOurs(target)) write(target, 'export {}')
    for (const [, file, target] of PLANTED) {
      write(file, `import '${isOurs(target) ? upFrom(file) : ''}${target}'`)
    }
    const { summary } = await cruise(ROOMS, base)
    violations = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)
  }, CRUISE_MS)

  test.each(PLANTED)('%s: %s', (rule, file) => {
    expect(violations).toContain(`${rule}: ${file}`)
  })

  test('no-cycle', () => {
    expect(violations).toContain('no-cycle: core/cycle-a.ts')
  })
})

test('docs/architecture.md names every room of the services', () => {
  const row = readFileSync('docs/architecture.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| `server/services/`'))
  const rooms = readdirSync(SERVICES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(rooms.length).toBeGreaterThan(20)
  expect(rooms.filter((name) => !row?.includes(`\`${name}\``))).toEqual([])
})
