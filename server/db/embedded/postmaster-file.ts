// postmaster.pid: who serves a cluster, as PostgreSQL itself writes it down. It outlives a crash, so what it
// says is checked against the process that now has that number.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface PostmasterFile {
  pid: number
  sockets: string
  /** starting, ready, standby or stopping; empty in the first instants */
  status: string
}

const hasProc = existsSync('/proc/self/cwd')

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In a container without an init process the dead are never reaped, and still have their number. */
function isZombie(pid: number): boolean {
  if (!hasProc) return false
  try {
    return /\)\s+Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

export function readPostmasterFile(cluster: string): PostmasterFile | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 1
    ? { pid, sockets: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' }
    : null
}

/** Every process of a cluster works in its folder, which tells them from a stranger with a recycled number. */
function worksIn(pid: number | string, cluster: string): boolean {
  if (hasProc) {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster
    } catch {
      return false
    }
  }
  const asked = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  return asked.status === 0 && asked.stdout.includes(cluster)
}

/** The running postmaster of this cluster, if it has one. */
export function findPostmaster(cluster: string): PostmasterFile | null {
  const file = readPostmasterFile(cluster)
  return file && isAlive(file.pid) && worksIn(file.pid, cluster) ? file : null
}

function anyoneWorksIn(cluster: string): boolean {
  return hasProc && readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksIn(name, cluster))
}

/**
 * PostgreSQL clears up after a dead postmaster by itself, but gives up for good when the number written
 * there belongs to some other live process, as numbers in a restarted container do. Then the file goes.
 */
export function forgetStranger(cluster: string): void {
  const file = readPostmasterFile(cluster)
  if (file && isAlive(file.pid) && !worksIn(file.pid, cluster) && !anyoneWorksIn(cluster))
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
