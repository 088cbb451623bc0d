/**
 * Whole deals of this program and of other checkouts', in turns of a second on one PostgreSQL: the machine's speed changes by a
 * third within minutes, so two runs one after another show nothing below that (docs/decisions/019). Whoever waits is halted.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename } from 'node:path'
import { percentile } from '#test/faults/support/load.ts'
import { freePort, startServer } from '#test/faults/support/program.ts'
import { type DealsFigures, measureDeals, measureLoad, openLoad } from './deals.ts'
import { asOwner, emptyPlace, type Server, type World, whileHalted } from './world.ts'

const CLIENTS = [1, 8, 16] as const
const WARM_UP_SECONDS = 20
const WARM_LOAD_MS = 3_000

interface Side {
  readonly name: string
  readonly world: World
  stop(): Promise<void>
}

/** `folder` has been built by its own `npm run bench` or `npm run faults`. */
async function startSide(server: Server, name: string, folder: string): Promise<Side> {
  const place = await emptyPlace(server)
  const dataDir = mkdtempSync('/tmp/amanat-bench-files-')
  const port = await freePort()
  const program = await startServer({ port, databaseUrl: place.url, dataDir, folder })
  const stop = async () => {
    await program.signal('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
    await place.drop()
  }
  const running = { port, program, stop: async () => {} }
  return { name, world: { server, place, running }, stop }
}

type Figure = (figures: DealsFigures) => number

const median = (list: readonly DealsFigures[], of: Figure): number => percentile(list.map(of), 0.5)
const processorMs: Figure = ({ nodeMs, postgresMs }) => nodeMs + postgresMs

/** To the first side in the same turn, with the standard error of its mean: `0.962 ± 0.009`. */
function ratio(list: readonly DealsFigures[], first: readonly DealsFigures[], of: Figure): string {
  const logs = list.map((figures, turn) => Math.log(of(figures) / of(first[turn] as DealsFigures)))
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, logs.length - 1)
  return `${Math.exp(mean).toFixed(3)} ± ${Math.sqrt(variance / logs.length).toFixed(3)}`
}

/** A program that leaves payouts for later has cheaper deals. */
const line = (name: string, list: readonly DealsFigures[], first: readonly DealsFigures[]): string =>
  [
    `${list[0]?.clients} clients`,
    name.padEnd(8),
    `${median(list, ({ perSecond }) => perSecond).toFixed(1)} deals/s`,
    `p99 ${median(list, ({ p99 }) => p99).toFixed(1)} ms`,
    `Node.js ${median(list, ({ nodeMs }) => nodeMs).toFixed(1)} ms`,
    `PostgreSQL ${median(list, ({ postgresMs }) => postgresMs).toFixed(1)} ms`,
    `${median(list, ({ jobsLeft }) => jobsLeft)} payouts left`,
    ...(list === first
      ? []
      : [
          `deals × ${ratio(list, first, ({ perSecond }) => perSecond)}`,
          `processor × ${ratio(list, first, processorMs)}`,
        ]),
    `load ${loadavg()[0]?.toFixed(1)}`,
  ].join('  ')

interface Turns {
  readonly clients: number
  readonly turns: number
  readonly seconds: number
}

/** Every second turn the other way round: nobody is always the one after somebody else. */
async function measureSides(
  sides: readonly Side[],
  { clients, turns, seconds }: Turns,
): Promise<DealsFigures[][]> {
  const programs = await Promise.all(
    sides.map(async ({ world }) => ({
      world,
      load: await openLoad(world, { clients, hot: false }),
      others: sides.flatMap((other) => (other.world === world ? [] : [other.world.running.program.child])),
      figures: [] as DealsFigures[],
    })),
  )
  for (const { load, others } of programs) await whileHalted(others, () => load.live(WARM_LOAD_MS))
  for (let turn = 0; turn < turns; turn++)
    for (const { world, load, others, figures } of turn % 2 ? programs.toReversed() : programs)
      figures.push(await whileHalted(others, () => measureLoad(world, load, seconds)))
  for (const { load } of programs) load.close()
  return programs.map(({ figures }) => figures)
}

export async function measureTurns(
  server: Server,
  { beside, turns, seconds }: { beside: readonly string[]; turns: number; seconds: number },
): Promise<void> {
  const sides: Side[] = []
  try {
    for (const folder of beside) sides.push(await startSide(server, basename(folder), folder))
    sides.push(await startSide(server, 'this one', process.cwd()))
    for (const { world } of sides)
      await measureDeals(world, { clients: 16, hot: false, seconds: WARM_UP_SECONDS })
    for (const { world } of sides) await asOwner(world.place, (client) => client.query('vacuum analyze'))
    for (const clients of CLIENTS) {
      const figures = await measureSides(sides, { clients, turns, seconds })
      const first = figures[0] ?? []
      for (const [i, list] of figures.entries()) console.log(line(sides[i]?.name ?? '', list, first))
    }
  } finally {
    for (const side of sides) await side.stop()
  }
}
