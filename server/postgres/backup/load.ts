/** Reads a backup into an empty database, in one transaction: a restore that stops half-way leaves nothing. */
import { posix } from 'node:path'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { withConnection } from '#server/db/connect.ts'
import { codeOf } from '#server/db/errors.ts'
import { type Migration, migrate, readMigrations } from '#server/db/migrate.ts'
import { ArchiveError, NotEmptyError, reasonOf } from '#server/lib/operator-error.ts'
import { type ArchiveEntry, readText, writeChunks } from './archive.ts'
import { type CopiedTable, listSequences, listTables, STABLE_TEXT_SETTINGS } from './catalogue.ts'
import { type BackupInfo, FORMAT, type SequenceValue, tableFolder } from './dump.ts'
import { disableTriggers } from './triggers.ts'

export interface RestoreSummary {
  readonly at: string
  readonly tables: number
  readonly files: number
}

/** What the migrations themselves put there. */
const SEEDED = ['public.product_clock', 'public.wall_clock', 'public.seal_block']

/** The database holds no row but what the migrations put there. Checked before anything is done to it. */
async function requireEmpty(client: pg.Client): Promise<void> {
  for (const { name } of await listTables(client)) {
    const least = SEEDED.includes(name) ? 1 : 0
    const { rows } = await client.query(`select from ${name} offset ${least} limit 1`)
    if (rows.length > 0) throw new NotEmptyError(`${name} has rows`)
  }
}

/** The migrations that the backup had, in this program's own words; the rest are applied to what was restored. */
function migrationsOf(info: BackupInfo): Migration[] {
  const own = readMigrations()
  info.migrations.forEach(({ name, sha256 }, i) => {
    const migration = own[i]
    if (!migration) throw new ArchiveError(`it is newer than this program: it has ${name}`)
    if (migration.name !== name || migration.sha256 !== sha256)
      throw new ArchiveError(`its ${name} is not the one of this program`)
  })
  return own.slice(0, info.migrations.length)
}

async function readJson<T>({ name, chunks }: ArchiveEntry): Promise<T> {
  const text = await readText(chunks)
  try {
    return JSON.parse(text) as T
  } catch {
    throw new ArchiveError(`${name} is damaged`)
  }
}

async function readInfo(entries: AsyncGenerator<ArchiveEntry>): Promise<BackupInfo> {
  const first = await entries.next()
  if (first.done) throw new ArchiveError('it is empty')
  if (first.value.name !== 'backup.json') throw new ArchiveError('it does not begin with backup.json')
  const info = await readJson<BackupInfo>(first.value)
  if (info.format !== FORMAT) throw new ArchiveError(`its format is ${info.format}, and ours ${FORMAT}`)
  return info
}

async function setSequences(client: pg.Client, sequences: readonly SequenceValue[]): Promise<void> {
  const known = new Set(await listSequences(client))
  for (const { name, value, isCalled } of sequences)
    if (known.has(name)) await client.query('select setval($1::regclass, $2, $3)', [name, value, isCalled])
}

/** 22, 23: the values or references of a row are impossible. The archive is damaged and not the database. */
function refuseRows(error: unknown): never {
  if (/^2[23]/.test(codeOf(error))) throw new ArchiveError(`a row cannot be loaded: ${reasonOf(error)}`)
  throw error
}

/** Loads the tables, each by one COPY over all its parts. */
class TableLoader {
  readonly #client: pg.Client
  readonly #tables: ReadonlyMap<string, CopiedTable>
  readonly #known: ReadonlyMap<string, readonly string[]>
  #folder = ''
  #copy: CopyStreamQuery | null = null
  #finished: Promise<void> = Promise.resolve()
  count = 0

  constructor(client: pg.Client, tables: readonly CopiedTable[], known: readonly CopiedTable[]) {
    this.#client = client
    this.#tables = new Map(tables.map((table) => [tableFolder(table), table]))
    this.#known = new Map(known.map(({ name, columns }) => [name, columns]))
  }

  async load({ name, chunks }: ArchiveEntry): Promise<void> {
    const folder = posix.dirname(name)
    const copy = this.#copy && folder === this.#folder ? this.#copy : await this.#begin(folder)
    // A refused row ends the stream at once, also while nobody waits for it to drain.
    await Promise.race([writeChunks(copy, chunks), this.#finished]).catch(refuseRows)
  }

  async #begin(folder: string): Promise<CopyStreamQuery> {
    await this.finish()
    const table = this.#tables.get(folder)
    const columns = table && this.#known.get(table.name)
    // Only names that the database itself listed get into the statement.
    if (!table?.columns.every((column) => columns?.includes(column)))
      throw new ArchiveError(`${folder} does not fit a table of this program`)
    const copy = this.#client.query(copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`))
    this.#finished = finished(copy)
    this.#finished.catch(() => {})
    this.#folder = folder
    this.#copy = copy
    this.count += 1
    return copy
  }

  async finish(): Promise<void> {
    this.#copy?.end()
    this.#copy = null
    await this.#finished.catch(refuseRows)
  }
}

async function loadAll(
  client: pg.Client,
  tables: readonly CopiedTable[],
  entries: AsyncGenerator<ArchiveEntry>,
  saveFile: RestoreTarget['saveFile'],
): Promise<{ tables: number; files: number }> {
  const known = await listTables(client)
  const names = known.map(({ name }) => name)
  const loader = new TableLoader(client, tables, known)
  let files = 0
  const enableTriggers = await disableTriggers(client, names)
  await client.query(`truncate ${names.join(', ')}`)
  for await (const entry of entries) {
    if (entry.name.startsWith('tables/')) {
      await loader.load(entry)
      continue
    }
    await loader.finish()
    if (entry.name.startsWith('files/')) {
      await saveFile(entry.name.slice('files/'.length), entry.chunks)
      files += 1
    } else if (entry.name === 'sequences.json') await setSequences(client, await readJson(entry))
    else throw new ArchiveError(`${entry.name} is not known to this program`)
  }
  await loader.finish()
  await enableTriggers()
  // The rows' transaction numbers are the old database's: sealing begins a new count after them.
  await client.query('select begin_seal_era()')
  return { tables: loader.count, files }
}

export interface RestoreTarget {
  readonly ownerUrl: string
  saveFile(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Moves the files to their folder; called once everything was read and is right, just before the commit. */
  placeFiles(): Promise<void>
}

/** As the database's owner. */
export const load = (entries: AsyncGenerator<ArchiveEntry>, target: RestoreTarget): Promise<RestoreSummary> =>
  withConnection(target.ownerUrl, 'amanat restore', async (client) => {
    await requireEmpty(client)
    const info = await readInfo(entries)
    await migrate(target.ownerUrl, { migrations: migrationsOf(info) })
    await client.query(STABLE_TEXT_SETTINGS)
    await client.query('begin')
    const counts = await loadAll(client, info.tables, entries, target.saveFile)
    await target.placeFiles()
    await client.query('commit')
    await client.query('analyze')
    await migrate(target.ownerUrl)
    return { at: info.at, ...counts }
  })
