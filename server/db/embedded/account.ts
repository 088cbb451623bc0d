// PostgreSQL refuses to run as root. Started as root, its processes run as the owner of an existing
// cluster, or else as the system user `amanat`, which is created on the first start.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { EmbeddedTrouble } from './trouble.ts'

export interface Account {
  uid: number
  gid: number
}

const NAME = 'amanat'

function idOf(flag: '-u' | '-g'): number | null {
  const asked = spawnSync('id', [flag, NAME], { encoding: 'utf8' })
  return asked.status === 0 ? Number(asked.stdout) : null
}

function lookUp(): Account | null {
  const uid = idOf('-u')
  const gid = idOf('-g')
  return uid === null || gid === null ? null : { uid, gid }
}

function createUser(): void {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', ['--system', '--user-group', ...home, NAME], { stdio: 'ignore' })
}

/** null: we are not root, and PostgreSQL runs as whoever started us. */
export function accountFor(cluster: string): Account | null {
  if (process.getuid?.() !== 0) return null
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  let account = lookUp()
  if (account === null) {
    createUser()
    account = lookUp()
  }
  if (account === null)
    throw new EmbeddedTrouble(`it refuses root, and the user ${NAME} could not be created`)
  return account
}

/** May PostgreSQL's user enter and write this folder? Asked of the system itself: modes are not the whole truth. */
export function canWrite(folder: string, account: Account | null): boolean {
  const script = 'test -x "$1" && test -w "$1"'
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], { ...account, cwd: '/' }).status === 0
}
