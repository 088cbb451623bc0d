// Starting and stopping the postmaster. It is a process of its own, so that neither Ctrl-C nor the death of
// Node takes the database down in the middle of our shutdown.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { postgresEnv } from './cluster.ts'
import type { Places } from './places.ts'
import { isAlive } from './postmaster-file.ts'
import { settings } from './settings.ts'
import { EmbeddedTrouble, reasonOf } from './trouble.ts'

export interface Started {
  /** why it ended, once it has; null while it runs */
  ended(): string | null
}

// Not what it told clients who came too early.
const COMPLAINT = /(?:FATAL|PANIC): +(?! |the database system is)(.*)/g

/** Once it runs it writes to its own log; before that, to ours. */
function lastComplaint({ home, cluster }: Places): string {
  const today = join(cluster, 'log', `postgresql-${new Date().toUTCString().slice(0, 3)}.log`)
  // the folder may be gone already: an orderly end is no complaint either
  const read = (log: string) => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  for (const log of [join(home, 'start.log'), today]) {
    const complaint = [...read(log).matchAll(COMPLAINT)].at(-1)?.[1]
    if (complaint) return reasonOf(complaint)
  }
  return reasonOf(read(join(home, 'start.log'))) || 'it ended without a word'
}

export function startPostmaster(binaries: Binaries, places: Places): Started {
  const out = openSync(join(places.home, 'start.log'), 'w', 0o600)
  const flags = Object.entries(settings(places.sockets)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let child: ChildProcess
  try {
    child = spawn(binaries.postgres, ['-D', places.cluster, ...flags], {
      ...places.account,
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
    ended = lastComplaint(places)
  })
  return { ended: () => ended }
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs
  while (isAlive(pid)) {
    if (Date.now() > until) return false
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

/** For one that answers nobody: the next start recovers from its log, as after a crash. */
export async function abortPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGQUIT')
  if (await waitUntilGone(pid, 5_000)) return
  throw new EmbeddedTrouble(`a PostgreSQL on the same data (process ${pid}) neither answers nor stops`)
}
