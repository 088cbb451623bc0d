// The built-in PostgreSQL in processes of its own: what a crash leaves, who shares it, who stops it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { abortPostmaster } from '#server/postgres/embedded/postmaster.ts'
import { findPostmaster } from '#server/postgres/embedded/postmaster-file.ts'
import { bundled } from '#test/support/command.ts'
import { temporaryFolder } from '#test/support/global-setup.ts'

interface Said {
  url?: string
  line?: string
  error?: string
  stopped?: boolean
}

let folder: string
const started: ChildProcess[] = []

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  const running = findPostmaster(cluster())
  if (running) await abortPostmaster(running.pid)
  rmSync(folder, { recursive: true, force: true })
})

const unfinished = () =>
  existsSync(join(folder, 'database'))
    ? readdirSync(join(folder, 'database')).filter((name) => name.startsWith('new-'))
    : []

const cluster = (inside = folder) => join(inside, 'database', 'postgres')

class Program {
  readonly child: ChildProcess
  readonly said: Said[] = []
  readonly #lines: AsyncIterator<string>

  constructor(dataDir = folder) {
    const args = [bundled('test/support/cluster-lease-process.ts'), dataDir]
    this.child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    started.push(this.child)
    this.#lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream })[
      Symbol.asyncIterator
    ]()
  }

  async until<K extends keyof Said>(key: K): Promise<NonNullable<Said[K]>> {
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done) throw new Error(`it ended after ${JSON.stringify(this.said)}`)
      const report = JSON.parse(value) as Said
      this.said.push(report)
      if (report.error && key !== 'error') throw new Error(report.error)
      if (report[key] !== undefined) return report[key] as NonNullable<Said[K]>
    }
  }

  async stop(): Promise<void> {
    this.child.stdin?.end()
    await this.until('stopped')
    await once(this.child, 'close')
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await once(this.child, 'close')
  }
}

async function ask<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const postmaster = () => findPostmaster(cluster())?.pid

test('keeps its data, its secrets and its promises', async () => {
  const first = new Program()
  const url = await first.until('url')
  await ask(url, 'create table note (id int)')
  await first.stop()
  expect(postmaster()).toBeUndefined()

  const second = new Program()
  expect(await second.until('url')).toBe(url)
  await ask(url, 'insert into note values (1)')
  const [facts] = await ask(
    url,
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as addresses, datlocale as locale,
      (select rolsuper from pg_roles where rolname = current_user) as super
    from pg_database where datname = current_database()`,
  )
  expect(facts).toEqual({
    ...{ fsync: 'on', pages: 'on', commit: 'on', checksums: 'on' },
    ...{ addresses: '', locale: 'C.UTF-8', super: false },
  })
  expect(statSync(join(folder, 'database')).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'database', 'socket')).mode & 0o777).toBe(0o700)
})

test('a killed process leaves PostgreSQL to the next one', async () => {
  const first = new Program()
  const url = await first.until('url')
  await ask(url, 'create table note (id int)')
  const pid = postmaster()
  await first.kill()
  expect(postmaster()).toBe(pid)

  const second = new Program()
  await second.until('url')
  expect(postmaster()).toBe(pid)
  expect(await ask(url, 'select * from note')).toEqual([])
  await second.stop()
  expect(postmaster()).toBeUndefined()
})

test('processes that start together share one, and the last stops it', async () => {
  const programs = [new Program(), new Program(), new Program()]
  const urls = await Promise.all(programs.map((program) => program.until('url')))
  expect(new Set(urls).size).toBe(1)
  const pid = postmaster()
  const [first, ...others] = programs as [Program, ...Program[]]
  await first.stop()
  expect(postmaster()).toBe(pid)
  await Promise.all(others.map((program) => program.stop()))
  expect(postmaster()).toBeUndefined()
})

test('a killed PostgreSQL comes back by itself', async () => {
  const program = new Program()
  const url = await program.until('url')
  await ask(url, 'create table note as select 1 as id')
  process.kill(postmaster() ?? 0, 'SIGKILL')
  await program.until('line')
  expect(program.said.at(-1)?.line).toContain('was restarted')
  expect(await ask(url, 'select id from note')).toEqual([{ id: 1 }])
})

test('a number in postmaster.pid that a stranger has now does not stop the start', async () => {
  const first = new Program()
  await first.until('url')
  await first.stop()
  const file = join(cluster(), 'postmaster.pid')
  writeFileSync(file, `${process.pid}\n${cluster()}\n1\n5432\n\n\n\nready\n`)
  const { uid, gid } = statSync(cluster())
  chownSync(file, uid, gid)
  await new Program().until('url')
  expect(postmaster()).not.toBe(process.pid)
})

test('in a deep folder its socket is elsewhere, and still nobody else’s', async () => {
  const deep = join(folder, 'a-rather-long-name'.repeat(3), 'another-rather-long-name'.repeat(2))
  mkdirSync(deep, { recursive: true })
  const program = new Program(deep)
  const sockets = new URL(await program.until('url')).searchParams.get('host') ?? ''
  expect(sockets).toMatch(/^\/tmp\/amanat-/)
  expect(lstatSync(sockets).mode & 0o777).toBe(0o700)
  await program.stop()
  expect(existsSync(sockets)).toBe(false)
})

test.runIf(process.getuid?.() === 0)(
  'as root, out of its user’s reach, it says where the data went',
  async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const program = new Program(join(closed, 'data'))
    await program.until('url')
    const home = readFileSync(join(closed, 'data', 'database-is-in'), 'utf8').trim()
    expect(home).toMatch(/^\/var\/lib\/amanat\//)
    expect(program.said[0]?.line).toContain(home)
    await program.stop()
    rmSync(home, { recursive: true })
  },
)

test('data of another PostgreSQL are refused in one sentence that names the way out', async () => {
  const first = new Program()
  await first.until('url')
  await first.stop()
  writeFileSync(join(cluster(), 'PG_VERSION'), '14\n')
  const error = await new Program().until('error')
  expect(error).toMatch(/was made by PostgreSQL 14, and this one is 18\. Set DATABASE_URL/)
})

test('a killed initdb leaves nothing in the way', async () => {
  const first = new Program()
  while (!unfinished().length) await setImmediate()
  await first.kill()
  const second = new Program()
  await second.until('url')
  await second.stop()
  expect(unfinished()).toEqual([])
})
