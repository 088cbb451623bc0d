/** The program before this one, from the repository's history or from an archive of `npm run release`. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { Program, serverEnv } from './program.ts'

export interface Previous {
  /** A commit or a file. */
  readonly from: string
  readonly isArchive: boolean
}

const git = (...args: string[]): string | null => {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/**
 * What is named, or the last release's tag. Before the first release a change of the schema is folded into its files, so
 * that only programs since the last such change can know it: the oldest of those.
 */
export function findPrevious(named: string | undefined): Previous | string {
  if (named && existsSync(named)) return { from: resolve(named), isArchive: true }
  const tagged = git('describe', '--tags', '--abbrev=0', 'HEAD^')
  const commit = named ?? tagged ?? git('log', '-1', '--format=%H', '--', 'server/db/migrations')
  if (!commit) return 'no history here'
  const id = git('rev-parse', '--verify', `${commit}^{commit}`)
  if (!id) return `${commit} is neither a file nor a commit here`
  if (id === git('rev-parse', 'HEAD')) return 'this program is the first one with this schema'
  return { from: id, isArchive: false }
}

/** npm reads the folder that it runs in. */
function install(folder: string, ...options: string[]): void {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options], { cwd: folder })
}

function unpackArchive(file: string, folder: string): string[] {
  execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', folder])
  install(folder, '--omit=dev')
  return ['build/server/main.js']
}

function unpackCommit(commit: string, folder: string): string[] {
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const lock = readFileSync(`${folder}/package-lock.json`, 'utf8')
  if (lock === readFileSync('package-lock.json', 'utf8'))
    symlinkSync(resolve('node_modules'), `${folder}/node_modules`)
  else install(folder, '--include=dev')
  const compile = "import('./scripts/lib/messages.mjs').then((messages) => messages.compileMessages())"
  execFileSync(process.execPath, ['-e', compile], { cwd: folder })
  return ['--import', 'tsx', 'server/main.ts', '--no-pages']
}

/** On the database as it is: it may not migrate. */
export async function startPrevious(
  { from, isArchive }: Previous,
  { folder, port, databaseUrl }: { folder: string; port: number; databaseUrl: string },
): Promise<Program> {
  const place = `${folder}/previous`
  mkdirSync(place)
  const args = isArchive ? unpackArchive(from, place) : unpackCommit(from, place)
  const env = serverEnv({ port, databaseUrl, dataDir: folder, env: { MIGRATE: '0' } })
  const program = new Program(args, env, place)
  await program.says(/is ready at/)
  return program
}
