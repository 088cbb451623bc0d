import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { installDependencies } from './dependencies.mjs'
import { locked } from './lock.mjs'
import { compileMessages } from './messages.mjs'
import { inRoot, root } from './paths.mjs'
import { run } from './run.mjs'

process.chdir(root)

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string' },
    short: { type: 'boolean' },
  },
})
const file = inRoot('build', 'reports', 'faults.jsonl')

function environment() {
  const { DATABASE_URL, ...env } = process.env
  return {
    ...env,
    FAULTS: values.short ? 'short' : 'full',
    FAULTS_REPORT: file,
    ...(values.seed ? { FAULTS_SEED: values.seed } : {}),
    ...(values.only ? { FAULTS_ONLY: values.only } : {}),
    ...(values.rounds ? { FAULTS_ROUNDS: values.rounds } : {}),
    ...(DATABASE_URL ? { TEST_DATABASE_URL: DATABASE_URL } : {}),
  }
}

const HEAD = ['fault', 'rounds', 'acknowledged', 'lost', 'doubled', 'verify()', 'seconds', 'seed', 'and']

const rowOf = (line) =>
  line.skipped
    ? [line.name, '–', '–', '–', '–', '–', '–', '–', `not run: ${line.skipped}`]
    : [
        line.name,
        line.rounds,
        line.acknowledged,
        line.lost,
        line.doubled,
        line.problems === 0 ? 'sound' : `${line.problems} problems`,
        line.seconds,
        line.seed,
        line.note ?? '',
      ]

function table(lines) {
  const rows = [HEAD, HEAD.map(() => '---'), ...lines.map(rowOf)].map((row) => row.map(String))
  const widths = HEAD.map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  return rows.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`).join('\n')
}

const read = () =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

await locked(async () => {
  await installDependencies()
  await compileMessages()
})
rmSync(file, { force: true })
mkdirSync(inRoot('build', 'reports'), { recursive: true })
const args = [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'faults']
const { status } = await run(process.execPath, args, { env: environment() })
const lines = read()
const [cpu] = cpus()
console.log(
  `\n${cpus().length} × ${cpu?.model}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node.js ${process.version}, ` +
    `${process.env.DATABASE_URL ? 'the PostgreSQL of DATABASE_URL' : 'the built-in PostgreSQL'}\n`,
)
console.log(table(lines))
// A fault that broke before it could count has no line, and a status.
if (status !== 0) console.log('\nA fault failed: its seed is in the table, or above in its title.')
process.exitCode = status
