// `npm run bench`: the money core's speed beside PostgreSQL's own, into bench/RESULTS.md.
//   --only a,b     of release, deals, memory, growth, statements      --seconds N    a figure (15)
//   --minutes N    of memory (10)                          --sizes a,b    of growth (1000,100000,1000000)
//   --only deal-statements      the statements of a deal by their text, on the console alone
//   --only console [--keep FOLDER] [--calls WORDS]    the console over a filled database (1000000 deals, or --sizes), which the
//                               folder keeps for the next run; the calls whose name has the words in it
//   --beside FOLDER,... --turns N   deals in turns of a second with other checkouts that have built their own (40 turns), likewise
// With DATABASE_URL (a superuser's) on that PostgreSQL, otherwise on the built-in one.
import { mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare, runCommand } from '#scripts/lib/command.mjs'
import { compileMessages } from '#scripts/lib/messages.mjs'
import { inRoot, plainError, run } from '#scripts/lib/run.mjs'
import { circumstances, commit, writeSection } from './results.mjs'

const REPORT = inRoot('build', 'reports', 'bench.md')
const STATEMENT = inRoot('build', 'reports', 'bench-statement.md')

const PARTS = ['release', 'deals', 'memory', 'growth', 'statements', 'deal-statements', 'console']
/** Each of these has a run of its own. */
const ALONE = ['deal-statements', 'console']

function refuseUnknownParts(only) {
  const parts = only?.split(',') ?? []
  const unknown = parts.filter((part) => !PARTS.includes(part))
  if (unknown.length > 0) throw plainError(`--only knows ${PARTS.join(', ')}, and not ${unknown.join(', ')}.`)
  const alone = parts.find((part) => ALONE.includes(part))
  if (alone && parts.length > 1) throw plainError(`${alone} is measured alone.`)
}

function readOptions() {
  const option = { type: 'string' }
  const options = {
    only: option,
    seconds: option,
    minutes: option,
    sizes: option,
    beside: option,
    turns: option,
    keep: option,
    calls: option,
  }
  return parseArgs({ options }).values
}

async function benchConsole(values) {
  const before = circumstances()
  const { status } = await run(process.execPath, ['--import', 'tsx', inRoot('bench', 'console', 'main.ts')], {
    env: {
      ...process.env,
      BENCH_REPORT: REPORT,
      ...(values.sizes ? { BENCH_SIZES: values.sizes } : {}),
      ...(values.keep ? { BENCH_KEEP: resolve(values.keep) } : {}),
      ...(values.calls ? { BENCH_CALLS: values.calls } : {}),
    },
  })
  process.exitCode = status
  if (status !== 0) return
  const report = readFileSync(REPORT, 'utf8')
  // a part of the calls is for looking at
  if (values.calls) return console.log(report)
  const section = `## The console\n\n${before} before it began, at ${commit()}. ${report}\n`
  writeSection('console', 'npm run bench -- --only console', section)
}

runCommand(async () => {
  const values = readOptions()
  refuseUnknownParts(values.only)
  await prepare(compileMessages)
  mkdirSync(inRoot('build', 'reports'), { recursive: true })
  if (values.only === 'console') return benchConsole(values)
  const before = circumstances()
  const { status } = await run(process.execPath, ['--import', 'tsx', inRoot('bench', 'money', 'main.ts')], {
    env: {
      ...process.env,
      BENCH_REPORT: REPORT,
      BENCH_STATEMENT: STATEMENT,
      ...(values.only ? { BENCH_ONLY: values.only } : {}),
      ...(values.seconds ? { BENCH_SECONDS: values.seconds } : {}),
      ...(values.minutes ? { BENCH_MINUTES: values.minutes } : {}),
      ...(values.sizes ? { BENCH_SIZES: values.sizes } : {}),
      ...(values.beside
        ? {
            BENCH_BESIDE: values.beside
              .split(',')
              .map((folder) => resolve(folder))
              .join(','),
          }
        : {}),
      ...(values.turns ? { BENCH_TURNS: values.turns } : {}),
    },
  })
  process.exitCode = status
  if (status !== 0 || values.beside || values.only === 'deal-statements') return
  const report = readFileSync(REPORT, 'utf8')
  const statement = readFileSync(STATEMENT, 'utf8')
  // measured alone it is the same: nothing runs before it that it could inherit
  if (statement)
    writeSection(
      'statements',
      'npm run bench -- --only statements',
      `## A long statement\n\n${before} before it began. ${statement}\n`,
    )
  // A part alone is for looking at: what stands in the file was measured in one run.
  if (values.only === 'statements') return
  if (values.only) console.log(report)
  else writeSection('money', 'npm run bench', `## The money core\n\n${before} before it began. ${report}\n`)
})
