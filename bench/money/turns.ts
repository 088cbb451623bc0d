/**
 * Whole deals of this program and of other checkouts', in turns on one PostgreSQL: the machine's speed changes by a
 * third within minutes, so two runs one after another show nothing below that (docs/decisions/019).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename } from 'node:path'
import { freePort, startServer } from '#test/faults/support/program.ts'
import { type DealsFigures, measureDeals } from './deals.ts'
import { emptyPlace, type Server, type World } from './world.ts'

const CLIENTS = [1, 8, 16] as const
const WARM_UP_SECONDS = 30

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

/** A program that leaves payouts for later has cheaper deals. */
const line = (
  name: string,
  { clients, perSecond, p99, nodeMs, postgresMs, deals, jobsLeft }: DealsFigures,
): string =>
  [
    `${clients} clients`,
    name.padEnd(8),
    `${perSecond.toFixed(1)} deals/s`,
    `p99 ${p99.toFixed(1)} ms`,
    `Node.js ${nodeMs.toFixed(1)} ms`,
    `PostgreSQL ${postgresMs.toFixed(1)} ms`,
    `${deals} deals`,
    `${jobsLeft} payouts left`,
    `load ${loadavg()[0]?.toFixed(1)}`,
  ].join('  ')

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
    for (const clients of CLIENTS)
      for (let turn = 0; turn < turns; turn++)
        for (const { name, world } of sides) {
          const figures = await measureDeals(world, { clients, hot: false, seconds })
          console.log(line(name, figures))
        }
  } finally {
    for (const side of sides) await side.stop()
  }
}
