/**
 * Creates a cluster beside its final folder and renames it: a killed initdb leaves nothing that looks complete, and of
 * two processes that create one at the same moment the second uses the first one's.
 */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError, reasonOf } from '#server/lib/operator-error.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterPaths } from './paths.ts'
import { isAlive } from './postmaster-file.ts'

const INITDB_FLAGS = [
  '--data-checksums',
  '--encoding=UTF8',
  // The builtin provider sorts the same on every system; a C library's order changes with its version and corrupts indexes.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--username=postgres',
  // The socket's folder is 0700: only its owner and root can reach it.
  '--auth=trust',
  '--no-instructions',
]

/** Not our own environment: PGDATA, PGPORT and the like would change what PostgreSQL does. */
export const postgresEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const UNFINISHED = /^new-(\d+)-/

function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = UNFINISHED.exec(name)?.[1]
    // Its initdb may still be writing: removal is tried again.
    if (pid && !isAlive(Number(pid)))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

function initdb(binaries: Binaries, { account }: ClusterPaths, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, [...INITDB_FLAGS, '-D', folder], {
      ...account,
      cwd: '/',
      env: postgresEnv,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (text) => {
      output += text
    })
    child.on('error', (error) => reject(new EmbeddedPostgresError(reasonOf(error))))
    child.on('close', (status) => {
      if (status === 0) resolve()
      else reject(new EmbeddedPostgresError(`initdb failed (${reasonOf(output || `status ${status}`)})`))
    })
  })
}

async function create(binaries: Binaries, paths: ClusterPaths): Promise<void> {
  removeUnfinished(paths.home)
  const fresh = mkdtempSync(join(paths.home, `new-${process.pid}-`))
  try {
    if (paths.account) chownSync(fresh, paths.account.uid, paths.account.gid)
    await initdb(binaries, paths, fresh)
    renameSync(fresh, paths.cluster)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(paths.cluster)) throw error
  }
}

/** True when the cluster was created. */
export async function ensureCluster(
  binaries: Binaries,
  paths: ClusterPaths,
  major: string,
): Promise<boolean> {
  const isNew = !existsSync(paths.cluster)
  if (isNew) await create(binaries, paths)
  const version = readFileSync(join(paths.cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== major)
    throw new EmbeddedPostgresError(
      `${paths.cluster} was made by PostgreSQL ${version}, and this one is ${major}`,
    )
  return isNew
}
