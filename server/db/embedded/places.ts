// Where a DATA_DIR's cluster lives: inside it, or under /var/lib/amanat when PostgreSQL's user cannot reach it.
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
import { type Account, accountFor, canWrite } from './account.ts'
import { EmbeddedTrouble } from './trouble.ts'

export interface Places {
  /** the folder around the cluster, its sockets and its start log */
  home: string
  /** PGDATA */
  cluster: string
  sockets: string
  account: Account | null
  /** what a person should be told about it, or null */
  note: string | null
}

export const SHARED_HOME = '/var/lib/amanat'
/** Left in DATA_DIR when its cluster is elsewhere, so that the two stay together when DATA_DIR is moved. */
const POINTER = 'database-is-in'
// A socket's path may take 103 bytes on macOS and 107 on Linux; its name takes 14 of them.
const LONGEST_SOCKET_FOLDER = 89

function ownFolder(folder: string, account: Account | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

function elsewhere(dataDir: string): string {
  const pointer = join(dataDir, POINTER)
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim()
  mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 })
  const home = join(SHARED_HOME, shortHash(dataDir))
  writeFileSync(pointer, `${home}\n`)
  return home
}

function homeAsRoot(dataDir: string): Pick<Places, 'home' | 'account' | 'note'> {
  const inside = join(dataDir, 'database')
  const account = accountFor(join(inside, 'postgres'))
  if (!existsSync(join(dataDir, POINTER))) {
    ownFolder(inside, account)
    if (canWrite(inside, account)) return { home: inside, account, note: null }
    rmdirSync(inside)
  }
  const home = elsewhere(dataDir)
  const note = `The database is kept in ${home}: PostgreSQL does not run as root, and its user cannot enter ${dataDir}.`
  return { home, account: accountFor(join(home, 'postgres')), note }
}

function homeAsUser(dataDir: string): string {
  const home = join(dataDir, 'database')
  if (existsSync(join(dataDir, POINTER)) || (existsSync(home) && !isOurs(home)))
    throw new EmbeddedTrouble(
      `the database of ${dataDir} belongs to another user (start as that user or as root)`,
    )
  return home
}

function isOurs(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return lstatSync(folder).uid === process.getuid?.()
  } catch {
    return false
  }
}

/** Short, and nobody else's: in a folder open to all, another user could have put his own there first. */
function socketFolder(home: string, account: Account | null): string {
  const own = join(home, 'socket')
  if (Buffer.byteLength(own) <= LONGEST_SOCKET_FOLDER) {
    ownFolder(own, account)
    return own
  }
  const uid = account?.uid ?? process.getuid?.()
  const short = `/tmp/amanat-${uid}-${shortHash(home)}`
  if (!existsSync(short)) ownFolder(short, account)
  const found = lstatSync(short)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw new EmbeddedTrouble(`${short}, where its socket belongs, is another user's`)
  return short
}

export function findPlaces(givenDataDir: string): Places {
  const isRoot = process.getuid?.() === 0
  // Root lets PostgreSQL's user pass through, and no more.
  mkdirSync(givenDataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  const dataDir = realpathSync(givenDataDir)
  const found = isRoot ? homeAsRoot(dataDir) : { home: homeAsUser(dataDir), account: null, note: null }
  ownFolder(found.home, found.account)
  return { ...found, cluster: join(found.home, 'postgres'), sockets: socketFolder(found.home, found.account) }
}
