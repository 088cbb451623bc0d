// `npm run bench:peers`: a deal here beside an order at Vendure 3, on the same PostgreSQL, into bench/RESULTS.md. The peer is
// installed in build/peers, from the registry, without any script of its packages.
//   --turns N (6)   --seconds N (5), of a turn   --clients 1,8,16
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { circumstances, commit, writeSection } from '#bench/results.mjs'
import { prepare, runCommand } from '#scripts/lib/command.mjs'
import { compileMessages } from '#scripts/lib/messages.mjs'
import { inRoot, plainError, run } from '#scripts/lib/run.mjs'

const FOLDER = inRoot('build', 'peers', 'vendure')
const REPORT = inRoot('build', 'reports', 'bench-peers.md')
const VENDURE = '3.7.3'
const PACKAGE = {
  name: 'peer-vendure',
  private: true,
  dependencies: { '@vendure/core': VENDURE, pg: '8.16.3' },
  // a newer one wants another graphql than Vendure has
  overrides: { '@graphql-tools/batch-execute': '10.2.0' },
}

function install() {
  const wanted = JSON.stringify(PACKAGE)
  const file = `${FOLDER}/package.json`
  const isThere = existsSync(`${FOLDER}/node_modules/@vendure/core`) && existsSync(file)
  if (isThere && readFileSync(file, 'utf8') === wanted) return
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(file, wanted)
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) throw plainError('Vendure could not be installed; npm’s words are above.')
}

runCommand(async () => {
  const option = { type: 'string' }
  const { values } = parseArgs({ options: { turns: option, seconds: option, clients: option } })
  await prepare(compileMessages)
  install()
  mkdirSync(inRoot('build', 'reports'), { recursive: true })
  rmSync(REPORT, { force: true })
  const before = circumstances()
  const { status } = await run(process.execPath, ['--import', 'tsx', inRoot('bench', 'peers', 'main.ts')], {
    env: {
      ...process.env,
      PEER_FOLDER: FOLDER,
      BENCH_REPORT: REPORT,
      ...(values.turns ? { BENCH_TURNS: values.turns } : {}),
      ...(values.seconds ? { BENCH_SECONDS: values.seconds } : {}),
      ...(values.clients ? { BENCH_CLIENTS: values.clients } : {}),
    },
  })
  process.exitCode = status
  if (status !== 0) return
  const [turns, seconds] = [values.turns ?? 6, values.seconds ?? 5]
  const priority = getPriority() < 0 ? `, with priority over other work (nice ${getPriority()})` : ''
  const text = `${before} before it began${priority}, at ${commit()}. Vendure ${VENDURE} with its job queue in one process, settings of production; ${turns} turns
of ${seconds} seconds each, in turn on the same PostgreSQL; medians of the turns. p99 is of a call, processor time is of Node.js + PostgreSQL a deal or an order. Medusa 2 is not
among them: this command does not set it up.`
  const section = `## Beside a shop system\n\n${text}\n\n${readFileSync(REPORT, 'utf8')}\n`
  writeSection('peers', 'npm run bench:peers', section)
})
