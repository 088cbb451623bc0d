/** PostgreSQL's own bench, on the same server in the same run: the limit that ours is measured against. */
import { spawn, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { emptyPlace, type Server } from './world.ts'

/** Debian's postgresql-contrib tools have it; the built-in PostgreSQL does not. */
export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

function environment(url: URL, options = ''): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    PGHOST: url.searchParams.get('host') ?? url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username) || userInfo().username,
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: url.pathname.slice(1),
    PGOPTIONS: options,
  }
}

function pgbench(url: URL, args: readonly string[], options?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('pgbench', args, { env: environment(url, options) })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        text += part
      })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`pgbench: ${text}`))))
  })
}

const perSecondOf = (text: string): number => Number(/tps = ([\d.]+)/.exec(text)?.[1] ?? Number.NaN)

export interface Load {
  readonly clients: number
  readonly seconds: number
}
const timed = ({ clients, seconds }: Load): string[] => [
  '-c',
  String(clients),
  '-j',
  '2',
  '-T',
  String(seconds),
]

export interface Limits {
  readonly tpcb: number
  readonly tpcbPrepared: number
  readonly simpleUpdate: number
  readonly simpleUpdatePrepared: number
}

export async function measureLimits(server: Server, load: Load): Promise<Limits> {
  const place = await emptyPlace(server)
  const url = new URL(place.url)
  const run = async (...args: string[]) => perSecondOf(await pgbench(url, ['-n', ...timed(load), ...args]))
  try {
    await pgbench(url, ['-i', '-q', '-s', '20'])
    return {
      tpcb: await run('-M', 'simple'),
      tpcbPrepared: await run('-M', 'prepared'),
      simpleUpdate: await run('-N', '-M', 'simple'),
      simpleUpdatePrepared: await run('-N', '-M', 'prepared'),
    }
  } finally {
    await place.drop()
  }
}

/** A script of ours, as the program's role; `n` counts the transactions of each client. */
export async function measureScript(at: string, script: string, load: Load): Promise<number> {
  const file = `/tmp/amanat-bench-${process.pid}.sql`
  writeFileSync(file, `\\set n :n + 1\n${script}\n`)
  try {
    const args = ['-n', ...timed(load), '-M', 'prepared', '-D', 'n=-1', '-f', file]
    return perSecondOf(await pgbench(new URL(at), args, '-c role=amanat_app'))
  } finally {
    rmSync(file, { force: true })
  }
}
