/**
 * PostgreSQL refuses to run as root. Started as root, its processes run as the owner of an existing cluster, or else as
 * the system user `amanat`, which is created on the first start.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { EmbeddedPostgresError } from '#server/lib/operator-error.ts'

export interface SystemAccount {
  uid: number
  gid: number
}

const ACCOUNT_NAME = 'amanat'

function idOf(flag: '-u' | '-g'): number | null {
  const result = spawnSync('id', [flag, ACCOUNT_NAME], { encoding: 'utf8' })
  return result.status === 0 ? Number(result.stdout) : null
}

function lookUp(): SystemAccount | null {
  const uid = idOf('-u')
  const gid = idOf('-g')
  return uid === null || gid === null ? null : { uid, gid }
}

function createUser(): void {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', ['--system', '--user-group', ...home, ACCOUNT_NAME], { stdio: 'ignore' })
}

/** Null when this process is not root: PostgreSQL then runs as the same user. */
export function accountFor(cluster: string): SystemAccount | null {
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
    throw new EmbeddedPostgresError(`it refuses root, and the user ${ACCOUNT_NAME} could not be created`)
  return account
}

/** Whether PostgreSQL's user may enter and write this folder. Tried out, because modes do not show ACLs and mounts. */
export function canWrite(folder: string, account: SystemAccount | null): boolean {
  const script = 'test -x "$1" && test -w "$1"'
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], { ...account, cwd: '/' }).status === 0
}
