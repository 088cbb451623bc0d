/**
 * PostgreSQL for a whole test run, one a worker, in folders of their own, with a migrated database to copy from. On one
 * server a file would wait for another's: a block is sealed up to the oldest transaction that any database of it holds open.
 * TEST_DATABASE_URL (a superuser's) uses a server that runs already: the way to try an older PostgreSQL.
 */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { abortPostmaster } from '#server/postgres/embedded/postmaster.ts'
import { findPostmaster, isAlive } from '#server/postgres/embedded/postmaster-file.ts'

export interface TestServer {
  /** may create databases */
  readonly adminUrl: string
  /** of the template's owner, who owns the copies too */
  readonly ownerUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker, or the one that was given. */
    servers: readonly TestServer[]
  }
}

interface StartedServer extends TestServer {
  stop(): Promise<void>
}

const FOLDER = /^amanat-test-(\d+)-/
/** Paths of sockets must be short: not the longer one that the system may name for temporary files. */
const DISK = '/tmp'
const MEMORY = '/dev/shm'
/** Of one worker's server: up to 1 GB of log is kept between two checkpoints (max_wal_size), and its databases are small. */
const SERVER_BYTES = 1.5 * 2 ** 30

/**
 * The database of each file of tests is some 1,500 files, made and dropped. ext4 passes over each inode that it freed
 * in the last five seconds when it makes a file: a fifth of the processors' time went there.
 */
function fastestPlace(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= availableParallelism() * SERVER_BYTES ? MEMORY : DISK
  } catch {
    // a container may have none
    return DISK
  }
}

/** What a killed run of this user left behind; another's may not be removed. */
async function sweep(place: string): Promise<void> {
  for (const name of readdirSync(place)) {
    const maker = FOLDER.exec(name)?.[1]
    if (!maker || isAlive(Number(maker))) continue
    const folder = join(place, name)
    // another run may be sweeping too
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue
    const running = findPostmaster(join(folder, 'database', 'postgres'))
    if (running) await abortPostmaster(running.pid)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** For a server of PostgreSQL, or more than one. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(`${fastestPlace()}/amanat-test-${process.pid}-`)
  // PostgreSQL's own user has to pass through when the tests run as root.
  chmodSync(folder, 0o711)
  return folder
}

async function startOwn(): Promise<StartedServer> {
  const folder = temporaryFolder()
  const embedded = await startEmbedded(folder, () => {})
  const admin = new URL(embedded.url)
  admin.username = 'postgres'
  admin.pathname = '/postgres'
  const stop = async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { adminUrl: admin.href, ownerUrl: embedded.url, stop }
}

async function startOnGiven(adminUrl: string): Promise<StartedServer> {
  const name = `amanat_template_${process.pid}`
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
  const owner = new URL(adminUrl)
  owner.pathname = `/${name}`
  const stop = async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
  return { adminUrl, ownerUrl: owner.href, stop }
}

const startOneEach = async (workers: number): Promise<StartedServer[]> => {
  for (const place of [DISK, MEMORY]) if (existsSync(place)) await sweep(place)
  return Promise.all(Array.from({ length: workers }, startOwn))
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  // a project's own number is there only where it has one
  const workers = project.config.maxWorkers || project.vitest.config.maxWorkers
  const servers = given ? [await startOnGiven(given)] : await startOneEach(workers)
  await Promise.all(servers.map(({ ownerUrl }) => migrate(ownerUrl)))
  project.provide(
    'servers',
    servers.map(({ adminUrl, ownerUrl }) => ({ adminUrl, ownerUrl })),
  )
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}
