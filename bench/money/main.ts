/** Measures the money core on one PostgreSQL in one run; answers the reports by the files that BENCH_REPORT and BENCH_STATEMENT name. */
import { writeFileSync } from 'node:fs'
import bundle from '#test/support/bundle.ts'
import { countStatements, loadCounter } from './deal-statements.ts'
import { type DealsFigures, measureDeals } from './deals.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory } from './memory.ts'
import { hasPgbench } from './pgbench.ts'
import { measureRelease } from './release.ts'
import { countedReport, type Figures, report, statementReport } from './report.ts'
import { measureStatement } from './statements.ts'
import { measureTurns } from './turns.ts'
import { asOwner, migratedPlace, type Server, startAmanat, startPostgres, type World } from './world.ts'

const { BENCH_ONLY, BENCH_SECONDS, BENCH_SIZES, BENCH_MINUTES, BENCH_REPORT, BENCH_STATEMENT } = process.env
const { BENCH_BESIDE, BENCH_TURNS } = process.env
const seconds = Number(BENCH_SECONDS ?? 15)
const wants = (part: string): boolean => !BENCH_ONLY || BENCH_ONLY.split(',').includes(part)

const WARM_UP_SECONDS = 40

/**
 * Time for the engine's compiler, and the statistics that autovacuum would gather in its first minute: plans that are
 * made while it does so, table by table, are poor ones, and may stay (docs/decisions/019).
 */
async function warmUp(world: World): Promise<void> {
  await measureDeals(world, { clients: 16, hot: false, seconds: WARM_UP_SECONDS })
  await asOwner(world.place, (client) => client.query('vacuum analyze'))
}

async function overHttp(server: Server): Promise<Pick<Figures, 'deals' | 'memory'>> {
  const place = await migratedPlace(server)
  const running = await startAmanat(place)
  const world = { server, place, running }
  const deals: DealsFigures[] = []
  try {
    if (wants('deals')) {
      await warmUp(world)
      for (const [clients, hot] of [
        [1, false],
        [8, false],
        [16, false],
        [16, true],
      ] as const) {
        const figures = await measureDeals(world, { clients, hot, seconds })
        console.log(JSON.stringify(figures))
        deals.push(figures)
      }
    }
    const memory = wants('memory') ? await measureMemory(world, Number(BENCH_MINUTES ?? 10)) : null
    return { deals, memory }
  } finally {
    await running.stop()
    await place.drop()
  }
}

/** The statements of a deal by their text. A part to look at: it writes no section. */
async function showStatements(): Promise<void> {
  const server = await startPostgres(loadCounter)
  const place = await migratedPlace(server)
  const running = await startAmanat(place)
  try {
    console.log(countedReport(await countStatements({ server, place, running })).join('\n'))
  } finally {
    await running.stop()
    await server.stop()
  }
}

async function showTurns(beside: readonly string[]): Promise<void> {
  const server = await startPostgres()
  try {
    await measureTurns(server, {
      beside,
      turns: Number(BENCH_TURNS ?? 40),
      seconds: Number(BENCH_SECONDS ?? 1),
    })
  } finally {
    await server.stop()
  }
}

await bundle()
if (BENCH_ONLY === 'deal-statements' || BENCH_BESIDE) {
  await (BENCH_BESIDE ? showTurns(BENCH_BESIDE.split(',')) : showStatements())
  process.exit()
}
const server = await startPostgres()
try {
  const release =
    wants('release') && hasPgbench() ? await measureRelease(server, { clients: 8, seconds }) : null
  if (release) console.log(JSON.stringify(release))
  const http = wants('deals') || wants('memory') ? await overHttp(server) : { deals: [], memory: null }
  const sizes = (BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number)
  const growth = wants('growth') ? await measureGrowth(server, sizes) : []
  const statement = wants('statements') ? await measureStatement(server) : null
  if (statement) console.log(JSON.stringify(statement))
  const postgres = await asOwner(
    server,
    async (client) => (await client.query('show server_version')).rows[0].server_version,
  )
  const figures = { postgres, seconds, release, growth, statement, ...http }
  if (BENCH_REPORT) writeFileSync(BENCH_REPORT, report(figures).join('\n'))
  if (BENCH_STATEMENT) writeFileSync(BENCH_STATEMENT, statementReport(figures).join('\n'))
} finally {
  await server.stop()
}
