// A new cluster appears whole or not at all: made beside its place and renamed into it. Of two processes
// that make one at the same moment the second finds the first one's, and a killed initdb leaves no half of one.
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Places } from './places.ts'
import { isAlive } from './postmaster-file.ts'
import { EmbeddedTrouble, reasonOf } from './trouble.ts'

const INITDB_FLAGS = [
  '--data-checksums',
  '--encoding=UTF8',
  // The builtin provider orders alike on every system, for ever; a C library's order changes with its version.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--username=postgres',
  // The socket's folder is 0700: who can reach it is the owner, or root.
  '--auth=trust',
  '--no-instructions',
]

/** None of ours: PGDATA, PGPORT and the like would steer it. */
export const postgresEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const UNFINISHED = /^new-(\d+)-/

function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    const maker = UNFINISHED.exec(name)?.[1]
    // Its initdb may still be writing, and stumbles over this.
    if (maker && !isAlive(Number(maker)))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

function initdb(binaries: Binaries, { account }: Places, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, [...INITDB_FLAGS, '-D', folder], {
      ...account,
      cwd: '/',
      env: postgresEnv,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text) => {
      said += text
    })
    child.on('error', (error) => reject(new EmbeddedTrouble(reasonOf(error))))
    child.on('close', (status) => {
      if (status === 0) resolve()
      else reject(new EmbeddedTrouble(`initdb failed (${reasonOf(said || `status ${status}`)})`))
    })
  })
}

async function create(binaries: Binaries, places: Places): Promise<void> {
  removeUnfinished(places.home)
  const fresh = mkdtempSync(join(places.home, `new-${process.pid}-`))
  try {
    if (places.account) chownSync(fresh, places.account.uid, places.account.gid)
    await initdb(binaries, places, fresh)
    renameSync(fresh, places.cluster)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(places.cluster)) throw error
  }
}

/** true when it had to be made */
export async function ensureCluster(binaries: Binaries, places: Places, major: string): Promise<boolean> {
  const isNew = !existsSync(places.cluster)
  if (isNew) await create(binaries, places)
  const made = readFileSync(join(places.cluster, 'PG_VERSION'), 'utf8').trim()
  if (made !== major)
    throw new EmbeddedTrouble(`${places.cluster} was made by PostgreSQL ${made}, and this one is ${major}`)
  return isNew
}
