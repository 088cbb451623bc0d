/** One PostgreSQL for the whole run, with databases to measure in, and the real server over one of them. */
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { freePort, type Program, startServer } from '#test/faults/support/program.ts'

export interface Server {
  /** Of a superuser, who may make databases. */
  readonly url: URL
  /** Megabytes that the cluster's processes hold, and the processor seconds that they have used. */
  cpuSeconds(): number
  stop(): Promise<void>
}

const TICKS = 100

interface Stat {
  readonly parent: number
  /** Of the process itself and of its children that have ended. */
  readonly seconds: number
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, ...rest] = fields.slice(1)
    const ticks = rest.slice(9, 13).reduce((sum, value) => sum + value, 0)
    return { parent, seconds: ticks / TICKS }
  } catch {
    return null
  }
}

/** Of a process with its children, living and ended. Linux only; zero elsewhere. */
export function cpuSecondsOf(pid: number | undefined): number {
  if (pid === undefined) return 0
  let seconds = statOf(pid)?.seconds ?? 0
  for (const name of readdirSync('/proc')) {
    const child = /^\d+$/.test(name) ? statOf(Number(name)) : null
    if (child?.parent === pid) seconds += child.seconds
  }
  return seconds
}

async function postmasterOf(url: URL): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    return statOf(rows[0].pid)?.parent
  } finally {
    await client.end()
  }
}

export function superuserOf(embedded: { readonly url: string }): URL {
  const url = new URL(embedded.url)
  url.username = 'postgres'
  url.pathname = '/postgres'
  return url
}

/**
 * That of DATABASE_URL, or the built-in one in a folder of its own. `prepare` sets there what takes a start anew; nobody
 * else's server is changed.
 */
export async function startPostgres(prepare?: (place: { url: URL }) => Promise<unknown>): Promise<Server> {
  const given = process.env.DATABASE_URL
  if (given) {
    const url = new URL(given)
    return { url, cpuSeconds: () => 0, stop: async () => {} }
  }
  const folder = mkdtempSync('/tmp/amanat-bench-')
  chmodSync(folder, 0o711)
  let embedded = await startEmbedded(folder, () => {})
  if (prepare) {
    await prepare({ url: superuserOf(embedded) })
    await embedded.stop()
    embedded = await startEmbedded(folder, () => {})
  }
  const url = superuserOf(embedded)
  const pid = await postmasterOf(url)
  return {
    url,
    cpuSeconds: () => cpuSecondsOf(pid),
    stop: async () => {
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** On a connection of its own, which is closed after it. */
export async function asOwner<T>(
  { url }: { readonly url: URL | string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: String(url) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export interface Place {
  readonly url: string
  drop(): Promise<void>
}

let count = 0

/** An empty database. */
export async function emptyPlace(server: Server): Promise<Place> {
  count += 1
  const name = `bench_${process.pid}_${count}`
  await asOwner(server, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`),
  )
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const drop = () => asOwner(server, (client) => client.query(`drop database ${name} with (force)`))
  return { url: url.href, drop: async () => void (await drop()) }
}

/** One with our tables. */
export async function migratedPlace(server: Server): Promise<Place> {
  const place = await emptyPlace(server)
  await migrate(place.url)
  return place
}

export interface Running {
  readonly port: number
  readonly program: Program
  stop(): Promise<void>
}

export async function startAmanat(place: Place): Promise<Running> {
  const dataDir = mkdtempSync('/tmp/amanat-bench-files-')
  const port = await freePort()
  const program = await startServer({ port, databaseUrl: place.url, dataDir })
  const stop = async () => {
    await program.signal('SIGTERM')
    rmSync(join(dataDir), { recursive: true, force: true })
  }
  return { port, program, stop }
}

export interface World {
  readonly server: Server
  readonly place: Place
  readonly running: Running
}

/** Each server polls its queues also while nobody asks for anything, on processors and a PostgreSQL that would be charged to whoever is measured. */
export async function whileHalted<T>(others: readonly ChildProcess[], work: () => Promise<T>): Promise<T> {
  for (const other of others) other.kill('SIGSTOP')
  try {
    return await work()
  } finally {
    for (const other of others) other.kill('SIGCONT')
  }
}
