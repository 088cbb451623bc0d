/** Where a DATA_DIR's cluster is: inside it, or under /var/lib/amanat when PostgreSQL's user cannot reach it. */
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from '#server/lib/operator-error.ts'
import { accountFor, canWrite, type SystemAccount } from './account.ts'

export interface ClusterPaths {
  /** The folder around the cluster, its sockets and its start log. */
  home: string
  /** PGDATA */
  cluster: string
  sockets: string
  account: SystemAccount | null
  /** What the operator should know about it, or null. */
  note: string | null
}

export const SHARED_HOME = '/var/lib/amanat'
/** A file in DATA_DIR with the path of a cluster elsewhere, so that a moved DATA_DIR still finds it. */
const POINTER = 'database-is-in'
// A socket's path may take 103 bytes on macOS and 107 on Linux; its name takes 14 of them.
const MAX_SOCKET_FOLDER_BYTES = 89

function makePrivateFolder(folder: string, account: SystemAccount | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

function sharedHome(dataDir: string): string {
  const pointer = join(dataDir, POINTER)
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim()
  mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 })
  const home = join(SHARED_HOME, shortHash(dataDir))
  writeFileSync(pointer, `${home}\n`)
  return home
}

function homeAsRoot(dataDir: string): Pick<ClusterPaths, 'home' | 'account' | 'note'> {
  const inside = join(dataDir, 'database')
  const account = accountFor(join(inside, 'postgres'))
  if (!existsSync(join(dataDir, POINTER))) {
    makePrivateFolder(inside, account)
    if (canWrite(inside, account)) return { home: inside, account, note: null }
    rmdirSync(inside)
  }
  const home = sharedHome(dataDir)
  const note = `The database is kept in ${home}: PostgreSQL does not run as root, and its user cannot enter ${dataDir}.`
  return { home, account: accountFor(join(home, 'postgres')), note }
}

function homeAsUser(dataDir: string): string {
  const home = join(dataDir, 'database')
  if (existsSync(join(dataDir, POINTER)) || (existsSync(home) && lstatSync(home).uid !== process.getuid?.()))
    throw new EmbeddedPostgresError(
      `the database of ${dataDir} belongs to another user (start as that user or as root)`,
    )
  if (existsSync(home) && !mayWrite(home))
    throw new EmbeddedPostgresError(`${home} cannot be written: it or its disk is read-only`)
  return home
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Short, and private: in a folder open to all, another user could have created one of this name before. */
function socketFolder(home: string, account: SystemAccount | null): string {
  const own = join(home, 'socket')
  if (Buffer.byteLength(own) <= MAX_SOCKET_FOLDER_BYTES) {
    makePrivateFolder(own, account)
    return own
  }
  const uid = account?.uid ?? process.getuid?.()
  const short = `/tmp/amanat-${uid}-${shortHash(home)}`
  if (!existsSync(short)) makePrivateFolder(short, account)
  const stats = lstatSync(short)
  if (!stats.isDirectory() || stats.uid !== uid || (stats.mode & 0o077) !== 0)
    throw new EmbeddedPostgresError(`${short}, where its socket belongs, is another user's`)
  return short
}

export function findClusterPaths(givenDataDir: string): ClusterPaths {
  const isRoot = process.getuid?.() === 0
  // PostgreSQL's user must pass through a folder of root's, and may do no more.
  mkdirSync(givenDataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  const dataDir = realpathSync(givenDataDir)
  const located = isRoot ? homeAsRoot(dataDir) : { home: homeAsUser(dataDir), account: null, note: null }
  makePrivateFolder(located.home, located.account)
  return {
    ...located,
    cluster: join(located.home, 'postgres'),
    sockets: socketFolder(located.home, located.account),
  }
}
