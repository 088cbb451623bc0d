/** PostgreSQL's own bench: its scripts are the limit, and it runs ours in the same way beside them. */
import { spawn, spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'

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

function pgbench(at: string, args: readonly string[], options?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('pgbench', args, { env: environment(new URL(at), options) })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        text += part
      })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`pgbench: ${text}`))))
  })
}

export interface Load {
  readonly clients: number
  readonly seconds: number
}

/** Transactions a second. */
export async function perSecond(
  at: string,
  { clients, seconds }: Load,
  args: readonly string[],
  options?: string,
): Promise<number> {
  const load = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds)]
  const text = await pgbench(at, [...load, ...args], options)
  return Number(/tps = ([\d.]+)/.exec(text)?.[1] ?? Number.NaN)
}

/** The tables of its own scripts: two million accounts. */
export const fill = (at: string): Promise<string> => pgbench(at, ['-i', '-q', '-s', '20'])
