/**
 * postmaster.pid: PostgreSQL's own record of who serves a cluster. It outlives a crash, so it is checked against the
 * process that now has that id.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface PostmasterFile {
  pid: number
  sockets: string
  /** starting, ready, standby or stopping; empty at first */
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

/** In a container without an init process, dead processes are never reaped and keep their id. */
function isZombie(pid: number): boolean {
  if (!hasProc) return false
  try {
    return /\)\s+Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

function readPostmasterFile(cluster: string): PostmasterFile | null {
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

/** Every process of a cluster works in its folder, which distinguishes it from an unrelated process with a recycled id. */
function worksIn(pid: number | string, cluster: string): boolean {
  if (hasProc) {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster
    } catch {
      return false
    }
  }
  const ps = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  return ps.status === 0 && ps.stdout.includes(cluster)
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
 * PostgreSQL removes the file of a dead postmaster itself, but refuses to start while its id belongs to another live
 * process, as happens in a restarted container. In that case the file is removed here.
 */
export function removeStalePidFile(cluster: string): void {
  const file = readPostmasterFile(cluster)
  if (file && isAlive(file.pid) && !worksIn(file.pid, cluster) && !anyoneWorksIn(cluster))
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
