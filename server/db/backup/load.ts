// Reads a backup into an empty database: all of it in one transaction, so a restore that stops half-way leaves nothing.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Migration, migrate, readMigrations } from '../migrate.ts'
import { ArchiveTrouble, type Part } from './archive.ts'
import { listSequences, listTables, STEADY } from './catalogue.ts'
import { FORMAT, type Sequence, type Start } from './dump.ts'
import { triggersOff } from './triggers.ts'

export class NotEmpty extends Error {
  override name = 'RestoreTrouble'
  constructor(what: string) {
    super(
      `The database is not empty: ${what}. Restore into a new one: an empty DATA_DIR, or a new database in DATABASE_URL.`,
    )
  }
}

export interface Restored {
  readonly at: string
  readonly tables: number
  readonly files: number
}

/** What the migrations themselves put there. */
const SEEDED = ['public.product_clock', 'public.seal_block']

/** Before anything else is done to it: that it holds no row but what the migrations put there. */
async function requireEmpty(client: pg.Client): Promise<void> {
  for (const { name } of await listTables(client)) {
    const least = SEEDED.includes(name) ? 1 : 0
    const { rows } = await client.query(`select from ${name} offset ${least} limit 1`)
    if (rows.length > 0) throw new NotEmpty(`${name} has rows`)
  }
}

/** The migrations that the backup had, in this program's own words; the rest are applied to what was restored. */
function migrationsOf(start: Start): Migration[] {
  const ours = readMigrations()
  start.migrations.forEach(({ name, sha256 }, i) => {
    const own = ours[i]
    if (!own) throw new ArchiveTrouble(`it is newer than this program: it has ${name}`)
    if (own.name !== name || own.sha256 !== sha256)
      throw new ArchiveTrouble(`its ${name} is not the one of this program`)
  })
  return ours.slice(0, start.migrations.length)
}

function startOf({ header }: Part): Start {
  const start = header as unknown as Start
  if (start.name !== 'start') throw new ArchiveTrouble('it does not begin with its start')
  if (start.format !== FORMAT) throw new ArchiveTrouble(`its format is ${start.format}, and ours ${FORMAT}`)
  return start
}

async function readJson<T>(part: Part): Promise<T> {
  const chunks: Uint8Array[] = []
  for await (const chunk of part.chunks) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as T
}

async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  const known = new Set(await listSequences(client))
  for (const { name, value, isCalled } of sequences)
    if (known.has(name)) await client.query('select setval($1::regclass, $2, $3)', [name, value, isCalled])
}

async function loadTable(client: pg.Client, part: Part, tables: ReadonlySet<string>): Promise<void> {
  const { table, columns } = part.header as unknown as { table: string; columns: string[] }
  if (!tables.has(table)) throw new ArchiveTrouble(`there is no table ${table} in this program`)
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(part.chunks, { objectMode: false }), copy)
}

/** Workers of the old database hold them no more. */
const FREE_JOBS = `
  update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
  update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`

async function loadAll(
  client: pg.Client,
  parts: AsyncGenerator<Part>,
  keepFile: (path: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<{ tables: number; files: number }> {
  const names = (await listTables(client)).map(({ name }) => name)
  const known = new Set(names)
  const count = { tables: 0, files: 0 }
  const triggersOn = await triggersOff(client, names)
  await client.query(`truncate ${names.join(', ')}`)
  for await (const part of parts) {
    const { header } = part
    if (typeof header.table === 'string') {
      await loadTable(client, part, known)
      count.tables += 1
    } else if (typeof header.file === 'string') {
      await keepFile(header.file, part.chunks)
      count.files += 1
    } else if (header.name === 'sequences') await setSequences(client, await readJson(part))
  }
  await client.query(FREE_JOBS)
  await triggersOn()
  // The rows' transaction numbers are the old database's: sealing begins a new count after them.
  await client.query('select begin_seal_era()')
  return count
}

export interface Destination {
  readonly ownerUrl: string
  keepFile(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Puts the files in their place; called once everything was read and is right, just before the commit. */
  placeFiles(): Promise<void>
}

/** As the database's owner. */
export async function load(parts: AsyncGenerator<Part>, to: Destination): Promise<Restored> {
  const client = new pg.Client({ connectionString: to.ownerUrl, application_name: 'amanat restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireEmpty(client)
    const first = await parts.next()
    if (first.done) throw new ArchiveTrouble('it is empty')
    const start = startOf(first.value)
    await migrate(to.ownerUrl, migrationsOf(start))
    await client.query(STEADY)
    await client.query('begin')
    const count = await loadAll(client, parts, to.keepFile)
    await to.placeFiles()
    await client.query('commit')
    await client.query('analyze')
    await migrate(to.ownerUrl)
    return { at: start.at, ...count }
  } finally {
    await client.end().catch(() => {})
  }
}
