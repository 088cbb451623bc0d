/**
 * The built-in PostgreSQL: started when no process serves DATA_DIR's cluster, shared when one does, restarted when it
 * dies, and stopped by the last process that used it.
 */
import { rmdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, reasonOf } from '#server/lib/operator-error.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { ClusterLease } from './cluster-lease.ts'
import { type ClusterPaths, findClusterPaths } from './paths.ts'
import { abortPostmaster, type StartedPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { findPostmaster, removeStalePidFile } from './postmaster-file.ts'

const DATABASE = 'amanat'
const MAJOR = '18'
const ANSWER_TIMEOUT_MS = 5_000
// After a crash PostgreSQL replays its log before it answers: about a minute for a gigabyte.
const MAX_RECOVERY_MS = 600_000
const MAX_PAUSE_MS = 5_000

export type LogLine = (line: string) => void

export interface Embedded {
  /** Of the database's owner; `host` is the socket's folder. */
  url: string
  /** The folder that holds the cluster. */
  home: string
  /** True when this start created the cluster. */
  isNew: boolean
  /** Stops PostgreSQL too, unless another process of ours still uses it. */
  stop(): Promise<void>
}

const urlAt = (sockets: string) =>
  `postgresql://${DATABASE}@localhost/${DATABASE}?host=${encodeURIComponent(sockets)}`

class Supervisor implements Embedded {
  isNew = false
  #lease: ClusterLease | null = null
  #stopped = false
  #reviving: Promise<void> = Promise.resolve()
  readonly #paths: ClusterPaths
  readonly #binaries: Binaries
  readonly #logLine: LogLine

  constructor(paths: ClusterPaths, binaries: Binaries, logLine: LogLine) {
    this.#paths = paths
    this.#binaries = binaries
    this.#logLine = logLine
  }

  get url(): string {
    return urlAt(this.#paths.sockets)
  }

  get home(): string {
    return this.#paths.home
  }

  async start(): Promise<void> {
    this.isNew = await ensureCluster(this.#binaries, this.#paths, MAJOR)
    const lease = await this.#reach()
    await lease.ensureDatabase(DATABASE)
    this.#hold(lease)
  }

  #hold(lease: ClusterLease): void {
    this.#lease = lease
    lease.onLost(() => {
      this.#lease = null
      if (!this.#stopped) this.#reviving = this.#revive()
    })
  }

  /** A lease on this cluster's postmaster, whichever process started it. */
  async #reach(): Promise<ClusterLease> {
    const startedAt = Date.now()
    let answered = startedAt
    let started: StartedPostmaster | null = null
    for (;;) {
      if (this.#stopped) throw new EmbeddedPostgresError('it is being stopped')
      const running = findPostmaster(this.#paths.cluster)
      const error = running ? await this.#tryOpen(running.sockets) : null
      if (error instanceof ClusterLease) return error
      const now = Date.now()
      if (!running || isBusy(error, running.status)) answered = now
      if (running && now - answered > ANSWER_TIMEOUT_MS) {
        this.#logLine(`PostgreSQL (process ${running.pid}) does not answer, stopping it.`)
        await abortPostmaster(running.pid)
      }
      if (now - startedAt > MAX_RECOVERY_MS)
        throw new EmbeddedPostgresError('it was not ready after ten minutes')
      if (!running) started = this.#startUnlessStarting(started)
      // Often at first, and less often during a long recovery.
      await sleep(now - startedAt < 1_000 ? 15 : 150)
    }
  }

  #startUnlessStarting(started: StartedPostmaster | null): StartedPostmaster {
    const ended = started?.ended()
    if (started && ended === null) return started
    // Of two processes that start it at the same moment one fails with this error, and joins the other's.
    if (ended && !/lock file .* already exists|shared memory block/.test(ended))
      throw new EmbeddedPostgresError(ended)
    removeStalePidFile(this.#paths.cluster)
    return startPostmaster(this.#binaries, this.#paths)
  }

  async #tryOpen(sockets: string): Promise<ClusterLease | unknown> {
    if (sockets === '') return null
    try {
      const lease = await ClusterLease.open(sockets)
      // Another process may have chosen another folder for the socket: the existing one is used.
      this.#paths.sockets = sockets
      return lease
    } catch (error) {
      return error
    }
  }

  async #revive(): Promise<void> {
    let lastReason = ''
    for (let pauseMs = 100; !this.#stopped; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        const lease = await this.#reach()
        if (this.#stopped) return lease.close()
        this.#logLine('PostgreSQL had stopped and was restarted.')
        return this.#hold(lease)
      } catch (error) {
        const reason = error instanceof EmbeddedPostgresError ? error.reason : reasonOf(error)
        if (reason !== lastReason && !this.#stopped)
          this.#logLine(`PostgreSQL restart failed, will retry: ${reason}.`)
        lastReason = reason
        await sleep(pauseMs)
      }
    }
  }

  stop = async (): Promise<void> => {
    this.#stopped = true
    await this.#reviving
    const lease = this.#lease
    this.#lease = null
    if (!lease) return
    const postmaster = findPostmaster(this.#paths.cluster)
    const isLast = await lease.releaseIfLast().catch(() => false)
    if (!isLast || !postmaster) return lease.close().catch(() => {})
    lease.onLost(() => {})
    if (!(await stopPostmaster(postmaster.pid))) this.#logLine('PostgreSQL is still shutting down.')
    await lease.close().catch(() => {})
    removeShortFolder(this.#paths)
  }
}

/** The folder under /tmp, used where the socket's path would be too long; created again at the next start. */
function removeShortFolder({ home, sockets }: ClusterPaths): void {
  if (sockets.startsWith(home)) return
  try {
    rmdirSync(sockets)
  } catch {
    // Not empty: another process has just started there.
  }
}

/** 57P03: starting up, shutting down or recovering, as opposed to hanging. */
function isBusy(error: unknown, status: string): boolean {
  const code = (error as { code?: string } | null)?.code
  return code === '57P03' || status === 'starting' || status === 'stopping'
}

function findPaths(dataDir: string): ClusterPaths {
  try {
    return findClusterPaths(dataDir)
  } catch (error) {
    // A folder that cannot be created or given to PostgreSQL's user is an operator's error as well.
    throw error instanceof EmbeddedPostgresError
      ? error
      : new EmbeddedPostgresError(reasonOf(error), { cause: error })
  }
}

export async function startEmbedded(dataDir: string, logLine: LogLine): Promise<Embedded> {
  if (process.platform === 'win32') throw new EmbeddedPostgresError('it is not made for Windows')
  const paths = findPaths(dataDir)
  const binaries = await findBinaries(paths)
  if (paths.note) logLine(paths.note)
  if (binaries.copiedTo) logLine(`PostgreSQL's programs were copied to ${binaries.copiedTo}.`)
  const supervisor = new Supervisor(paths, binaries, logLine)
  await supervisor.start()
  return supervisor
}
