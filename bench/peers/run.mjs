// `npm run bench:peers`: a deal here beside an order at Vendure 3 and at Medusa 2, on the same PostgreSQL, into
// bench/RESULTS.md. The peers are installed in build/peers, from the registry, without any script of their packages.
//   --peers vendure,medusa   --turns N (6)   --seconds N (5), of a turn   --clients 1,8,16
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { circumstances, commit, writeSection } from '#bench/results.mjs'
import { prepare, runCommand } from '#scripts/lib/command.mjs'
import { compileMessages } from '#scripts/lib/messages.mjs'
import { inRoot, plainError, run } from '#scripts/lib/run.mjs'

const FOLDER = inRoot('build', 'peers')
const REPORT = inRoot('build', 'reports', 'bench-peers.md')
const [VENDURE, MEDUSA] = ['3.7.3', '2.21.2']
const PACKAGES = {
  vendure: {
    dependencies: { '@vendure/core': VENDURE, pg: '8.16.3' },
    // a newer one wants another graphql than Vendure has
    overrides: { '@graphql-tools/batch-execute': '10.2.0' },
  },
  medusa: {
    dependencies: {
      '@medusajs/medusa': MEDUSA,
      '@medusajs/framework': MEDUSA,
      '@medusajs/cli': MEDUSA,
    },
  },
}

function install(name) {
  const folder = `${FOLDER}/${name}`
  const wanted = JSON.stringify({ name: `peer-${name}`, private: true, ...PACKAGES[name] })
  const file = `${folder}/package.json`
  // written by npm when it has ended well
  const isWhole = existsSync(`${folder}/node_modules/.package-lock.json`)
  if (isWhole && existsSync(file) && readFileSync(file, 'utf8') === wanted) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, wanted)
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw plainError(`${name} could not be installed; npm’s words are above.`)
}

function chosenPeers(names) {
  const peers = names.split(',')
  const unknown = peers.find((name) => !Object.hasOwn(PACKAGES, name))
  if (unknown !== undefined) throw plainError(`No peer is called ${unknown}: ${Object.keys(PACKAGES)}`)
  return peers
}

runCommand(async () => {
  const option = { type: 'string' }
  const { values } = parseArgs({
    options: { peers: option, turns: option, seconds: option, clients: option },
  })
  const peers = chosenPeers(values.peers ?? 'vendure,medusa')
  await prepare(compileMessages)
  for (const name of peers) install(name)
  mkdirSync(inRoot('build', 'reports'), { recursive: true })
  rmSync(REPORT, { force: true })
  const before = circumstances()
  const { status } = await run(process.execPath, ['--import', 'tsx', inRoot('bench', 'peers', 'main.ts')], {
    env: {
      ...process.env,
      PEER_FOLDER: FOLDER,
      PEERS: peers.join(','),
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
  const text = `${before} before it began${priority}, at ${commit()}. Vendure ${VENDURE} with its job queue in one process, Medusa ${MEDUSA} likewise
with what it has in place of Redis, settings of production; ${turns} turns of ${seconds} seconds each, in turn on the same PostgreSQL with
the others halted; medians of the turns, and of the ratios of turns that followed one another. p99 is of a call, processor time is of Node.js + PostgreSQL a deal or an order.`
  const section = `## Beside shop systems\n\n${text}\n\n${readFileSync(REPORT, 'utf8')}\n`
  writeSection('peers', 'npm run bench:peers', section)
})
