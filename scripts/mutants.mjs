// `npm run mutants -- core | services | sql [filter]`: breaks the program on purpose, one place at a time, and counts the
// breaks that the tests notice. Slow: not part of `npm test`. Figures, and what survives and why: docs/mutants.md.
//   core, services [part of a path]   StrykerJS over these files alone; what a run found out is kept in build/mutants
//   --share 0.1 [--seed 7]            a random tenth of the breaks; the same seed takes the same ones
//   --tests 'test/http/pay*.test.ts'  against these tests alone: sooner, and the figure can only be lower
//   --files 12                        each break against that many test files at most, the likeliest first: the same
//   sql [part of a name]              these rows of test/mutants/sql-mutants.mjs alone
// Its tests use one PostgreSQL of its own, or the one of TEST_DATABASE_URL (a superuser's).
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { breakSql } from '#test/mutants/break-sql.mjs'
import { SQL_MUTANTS } from '#test/mutants/sql-mutants.mjs'
import { prepare, runCommand } from './lib/command.mjs'
import { compileMessages } from './lib/messages.mjs'
import { inPackages, inRoot, plainError, root, run } from './lib/run.mjs'

const USAGE = 'Say which: npm run mutants -- core | services | sql [filter]'

/** For the whole run: to start a PostgreSQL for each break would take most of the time. */
async function withPostgres(work) {
  if (process.env.TEST_DATABASE_URL) return work(process.env)
  const { register } = await import('tsx/esm/api')
  register()
  const [{ startEmbedded }, { temporaryFolder }] = await Promise.all([
    import('#server/postgres/embedded/embedded.ts'),
    import('#test/support/global-setup.ts'),
  ])
  const folder = temporaryFolder()
  const postgres = await startEmbedded(folder, () => {})
  const url = new URL(postgres.url)
  url.username = 'postgres'
  url.pathname = '/postgres'
  try {
    return await work({ ...process.env, TEST_DATABASE_URL: url.href })
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function trackedFiles() {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout.trim().split('\n')
}

/** A copy of the sources to break, so that the checkout is never left broken. */
function copySources(folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const file of trackedFiles()) {
    if (!existsSync(inRoot(file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(inRoot(file), join(folder, file))
  }
  cpSync(inRoot('messages', 'compiled'), join(folder, 'messages', 'compiled'), { recursive: true })
  symlinkSync(inPackages(), join(folder, 'node_modules'))
}

function testsPass(folder, tests, env) {
  const missing = tests.filter((file) => !existsSync(join(folder, file)))
  if (missing.length > 0) throw plainError(`missing tests: ${missing.join(' ')}`)
  const args = [inPackages('vitest', 'vitest.mjs'), 'run', '--project', 'db', '--bail', '1', ...tests]
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore', env })
  return status === 0
}

async function breakTheSql(filter, env) {
  const folder = inRoot('build', 'mutants', 'sql')
  copySources(folder)
  const mutants = SQL_MUTANTS.filter(({ id }) => id.includes(filter ?? ''))
  if (mutants.length === 0) throw plainError(`No break of the SQL is called ${filter}.`)
  for (const mutant of mutants) breakSql(folder, mutant)
  const groups = new Set(mutants.map(({ tests }) => tests.join(' ')))
  for (const group of groups)
    if (!testsPass(folder, group.split(' '), env)) throw plainError(`fails without a break: ${group}`)
  let survivors = 0
  for (const mutant of mutants) {
    const { file, text, broken } = breakSql(folder, mutant)
    writeFileSync(file, broken)
    const survived = testsPass(folder, mutant.tests, env)
    writeFileSync(file, text)
    survivors += survived ? 1 : 0
    console.log(`${survived ? 'SURVIVED' : 'noticed '}  ${mutant.id}`)
  }
  console.log(`\n${mutants.length - survivors} of ${mutants.length} breaks of the SQL were noticed`)
  return survivors === 0 ? 0 : 1
}

const ROOMS = {
  core: ['core'],
  services: ['deal', 'deals', 'money', 'notifications'].map((noun) => `server/services/${noun}`),
}

/** The files of a set whose path has `filter` in it, as StrykerJS wants them. */
function filesOf(set, filter) {
  const files = ROOMS[set]
    .flatMap((room) => readdirSync(inRoot(room), { recursive: true }).map((file) => `${room}/${file}`))
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && file.includes(filter))
  if (files.length === 0) throw plainError(`No file of ${ROOMS[set].join(', ')} has ${filter} in its path`)
  return files.join(',')
}

async function stryker(set, filter, { share, seed = '1', tests, files }, env) {
  const args = [inPackages('@stryker-mutator', 'core', 'bin', 'stryker.js'), 'run']
  if (filter) args.push('--mutate', filesOf(set, filter))
  const sample = share ? { MUTANTS_SHARE: share, MUTANTS_SEED: seed } : {}
  const only = { ...(tests && { MUTANTS_TESTS: tests }), ...(files && { MUTANTS_FILES: files }) }
  const { status } = await run(process.execPath, args, { env: { ...env, MUTANTS: set, ...sample, ...only } })
  return status
}

runCommand(async () => {
  const option = { type: 'string' }
  const { values, positionals } = parseArgs({
    options: { share: option, seed: option, tests: option, files: option },
    allowPositionals: true,
  })
  const [set, filter] = positionals
  const { share } = values
  if (share !== undefined && !(Number(share) > 0 && Number(share) <= 1))
    throw plainError(`--share is a part of the breaks, above 0 and up to 1, and got ${share}.`)
  if (!['core', 'services', 'sql'].includes(set)) throw plainError(USAGE)
  await prepare(compileMessages)
  process.exitCode = await (set === 'core'
    ? stryker(set, filter, values, process.env)
    : withPostgres((env) => (set === 'sql' ? breakTheSql(filter, env) : stryker(set, filter, values, env))))
})
