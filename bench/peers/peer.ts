/** What a deal here is measured beside: a shop system that is started, and whose orders are made over HTTP. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { Wire } from '#bench/money/wire.ts'
import type { Place } from '#bench/money/world.ts'

const START_MS = 180_000
const POLL_MS = 250
const MOST_OUTPUT = 20_000

export type Timed = <T>(work: () => Promise<T>) => Promise<T>
/** A whole order of one buyer, from the item to the parcel that is on its way; throws where a call did not do what it is for. */
export type Order = (wire: Wire, timed: Timed) => Promise<void>

export interface Peer {
  readonly name: string
  /** Of an order. */
  readonly calls: string
  /** On an empty database, from the folder that it is installed in. */
  start(folder: string, place: Place, port: number): Promise<ChildProcess>
  /** So many buyers. */
  open(port: number, clients: number): Promise<readonly Order[]>
}

/** Until it is ready, which is asked for with what it has written. */
export async function startPeer(
  args: readonly string[],
  { cwd, env }: Pick<SpawnOptions, 'cwd' | 'env'>,
  isReady: (output: string) => boolean | Promise<boolean>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output = `${output}${text}`.slice(-MOST_OUTPUT)
    })
  const until = performance.now() + START_MS
  while (!(await isReady(output))) {
    if (child.exitCode !== null) throw new Error(`the peer ended: ${output}`)
    if (performance.now() > until) throw new Error(`the peer is not ready: ${output}`)
    await setTimeout(POLL_MS)
  }
  return child
}
