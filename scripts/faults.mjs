// `npm run faults`: every fault in full, and the table of what was lost: nothing, or exit 1.
//   rolling failover   these alone, by the beginnings of their names
//   --seed N    again with the seed that a run printed     --only a,b   these alone, by their names in the table
//   --previous REF   the program before this one, for `previous-program`: a commit, a tag or an archive of a release
//   --rounds N  as many rounds of each                     --short      as in `npm test`
// What the program logs is kept in build/reports/faults-log: a secret, a number, an address or a code in it is a fault too.
// With DATABASE_URL (a superuser's) on that PostgreSQL, which is then not killed; otherwise on the built-in one.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { prepare, runCommand } from './lib/command.mjs'
import { compileMessages } from './lib/messages.mjs'
import { inPackages, inRoot, plainError, run } from './lib/run.mjs'

const REPORT = inRoot('build', 'reports', 'faults.jsonl')

function environment() {
  const option = { type: 'string' }
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: option, only: option, rounds: option, previous: option, short: { type: 'boolean' } },
  })
  const { DATABASE_URL, ...env } = process.env
  return {
    ...env,
    FAULTS: values.short ? 'short' : 'full',
    FAULTS_REPORT: REPORT,
    ...(values.seed ? { FAULTS_SEED: values.seed } : {}),
    ...(values.only ? { FAULTS_ONLY: values.only } : {}),
    ...(positionals.length > 0 ? { FAULTS_BEGIN: positionals.join(',') } : {}),
    ...(values.previous ? { FAULTS_PREVIOUS: values.previous } : {}),
    ...(values.rounds ? { FAULTS_ROUNDS: values.rounds } : {}),
    ...(DATABASE_URL ? { TEST_DATABASE_URL: DATABASE_URL } : {}),
  }
}

const HEAD = [
  'fault',
  'rounds',
  'acknowledged',
  'lost',
  'doubled',
  'verify()',
  'log',
  'seconds',
  'seed',
  'and',
]

const rowOf = (line) =>
  line.skipped
    ? [line.name, '–', '–', '–', '–', '–', '–', '–', '–', `not run: ${line.skipped}`]
    : [
        line.name,
        line.rounds,
        line.acknowledged,
        line.lost,
        line.doubled,
        line.problems === 0 ? 'sound' : `${line.problems} problems`,
        line.leaks === 0 ? `${line.logLines} lines` : `${line.leaks} leaks`,
        line.seconds,
        line.seed,
        line.note ?? '',
      ]

function table(lines) {
  const rows = [HEAD, HEAD.map(() => '---'), ...lines.map(rowOf)].map((row) => row.map(String))
  const widths = HEAD.map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  return rows.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`).join('\n')
}

/** Those that no fault has: a fault that was renamed would be proved for ever. */
function unknownNames({ FAULTS_ONLY, FAULTS_BEGIN }, lines) {
  const names = lines.map(({ name }) => name)
  const listOf = (text) => (text ? text.split(',') : [])
  return [
    ...listOf(FAULTS_ONLY).filter((only) => !names.includes(only)),
    ...listOf(FAULTS_BEGIN).filter((beginning) => !names.some((name) => name.startsWith(beginning))),
  ]
}

function readLines() {
  if (!existsSync(REPORT)) return []
  const lines = readFileSync(REPORT, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

function machine() {
  const [cpu] = cpus()
  const postgres = process.env.DATABASE_URL ? 'the PostgreSQL of DATABASE_URL' : 'the built-in PostgreSQL'
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${cpu?.model}, ${memory} GB, Node.js ${process.version}, ${postgres}`
}

runCommand(async () => {
  const env = environment()
  await prepare(compileMessages)
  rmSync(REPORT, { force: true })
  rmSync(inRoot('build', 'reports', 'faults-log'), { recursive: true, force: true })
  mkdirSync(inRoot('build', 'reports'), { recursive: true })
  const args = [inPackages('vitest', 'vitest.mjs'), 'run', '--project', 'faults']
  const { status } = await run(process.execPath, args, { env })
  console.log(`\n${machine()}\n`)
  const lines = readLines()
  console.log(table(lines))
  // A fault that broke before it could count has no line, and a status.
  if (status !== 0) console.log('\nA fault failed: its seed is in the table, or above in its title.')
  const unknown = unknownNames(env, lines)
  if (unknown.length > 0) throw plainError(`No fault was run that is called ${unknown.join(', ')}.`)
  process.exitCode = status
})
