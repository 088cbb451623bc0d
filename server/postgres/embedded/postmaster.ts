/**
 * Starts and stops the postmaster. It is detached, so that neither Ctrl-C nor the death of Node ends the database in the
 * middle of our shutdown.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, reasonOf } from '#server/lib/operator-error.ts'
import type { Binaries } from './binaries.ts'
import { postgresEnv } from './cluster.ts'
import type { ClusterPaths } from './paths.ts'
import { isAlive } from './postmaster-file.ts'
import { settings } from './settings.ts'

export interface StartedPostmaster {
  /** Why it ended; null while it runs. */
  ended(): string | null
}

// Without the answers to clients that connected before it was ready.
const ERROR_LINE = /(?:FATAL|PANIC): +(?! |the database system is)(.*)/g

/** A running server writes to its own log; a starting one to start.log. */
function lastError({ home, cluster }: ClusterPaths): string {
  const today = join(cluster, 'log', `postgresql-${new Date().toUTCString().slice(0, 3)}.log`)
  // The folder may have been removed, and an orderly end logs no error.
  const read = (log: string) => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  for (const log of [join(home, 'start.log'), today]) {
    const message = [...read(log).matchAll(ERROR_LINE)].at(-1)?.[1]
    if (message) return reasonOf(message)
  }
  return reasonOf(read(join(home, 'start.log'))) || 'it ended without an error message'
}

export function startPostmaster(binaries: Binaries, paths: ClusterPaths): StartedPostmaster {
  const out = openSync(join(paths.home, 'start.log'), 'w', 0o600)
  const flags = Object.entries(settings(paths.sockets)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child: ChildProcess
  try {
    child = spawn(binaries.postgres, ['-D', paths.cluster, ...flags], {
      ...paths.account,
      cwd: '/',
      env: postgresEnv,
      stdio: ['ignore', out, out],
      detached: true,
    })
  } finally {
    closeSync(out)
  }
  child.unref()
  let ended: string | null = null
  child.on('error', (error) => {
    ended = reasonOf(error)
  })
  child.on('exit', () => {
    ended = lastError(paths)
  })
  return { ended: () => ended }
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** PostgreSQL's "fast" shutdown: open transactions are rolled back, the rest is written out. */
export async function stopPostmaster(pid: number): Promise<boolean> {
  signal(pid, 'SIGINT')
  return waitUntilGone(pid, 60_000)
}

/** For a server that does not answer: the next start recovers from its log, as after a crash. */
export async function abortPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGQUIT')
  if (await waitUntilGone(pid, 5_000)) return
  throw new EmbeddedPostgresError(`a PostgreSQL on the same data (process ${pid}) neither answers nor stops`)
}
