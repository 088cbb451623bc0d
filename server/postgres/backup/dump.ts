/** Writes a backup: one snapshot of the database for all tables, while the server goes on, then the files. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withConnection } from '#server/db/connect.ts'
import { ArchiveWriter, type EntrySum } from './archive.ts'
import { type CopiedTable, listSequences, listTables, STABLE_TEXT_SETTINGS } from './catalogue.ts'

export const FORMAT = 2

/** backup.json, the first entry. */
export interface BackupInfo {
  readonly format: number
  readonly at: string
  readonly postgres: string
  readonly migrations: readonly { name: string; sha256: string }[]
  readonly tables: readonly CopiedTable[]
}

/** Of sequences.json. */
export interface SequenceValue {
  readonly name: string
  readonly value: string
  readonly isCalled: boolean
}

/** A tar entry says its length before its content, and COPY does not tell it: rows are gathered up to this much. */
const TABLE_PART_BYTES = 1024 ** 2

/** The parts of a table, one after another, are the text of its COPY. */
export const tableFolder = ({ name }: CopiedTable): string => `tables/${name.replaceAll('"', '')}`

async function readInfo(client: pg.Client): Promise<BackupInfo> {
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  )
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    "select clock_timestamp() as at, current_setting('server_version') as postgres",
  )
  return {
    format: FORMAT,
    at: rows[0]?.at.toISOString() ?? '',
    postgres: rows[0]?.postgres ?? '',
    migrations,
    tables: await listTables(client),
  }
}

async function addTable(archive: ArchiveWriter, client: pg.Client, table: CopiedTable): Promise<void> {
  let part: Uint8Array[] = []
  let [bytes, count] = [0, 0]
  const flush = async (): Promise<void> => {
    const number = String(++count).padStart(6, '0')
    await archive.add(`${tableFolder(table)}/${number}.copy`, bytes, part)
    part = []
    bytes = 0
  }
  const rows: AsyncIterable<Uint8Array> = client.query(
    copyTo(`copy ${table.name} (${table.columns.join(', ')}) to stdout`),
  )
  for await (const chunk of rows) {
    part.push(chunk)
    bytes += chunk.length
    if (bytes >= TABLE_PART_BYTES) await flush()
  }
  if (bytes > 0 || count === 0) await flush()
}

/** Sequences are outside of snapshots: read last, they are at least as far as any row. */
async function readSequences(client: pg.Client): Promise<SequenceValue[]> {
  const sequences: SequenceValue[] = []
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    )
    if (rows[0]) sequences.push({ name, value: rows[0].value, isCalled: rows[0].called })
  }
  return sequences
}

async function* filesIn(root: string, folder = root): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    // Unfinished uploads are left out; a finished one is moved out of there before its row is written.
    if (entry.isDirectory()) {
      if (path !== join(root, 'incoming')) yield* filesIn(root, path)
    } else if (entry.isFile() && !entry.name.endsWith('.part')) yield path
  }
}

const addDatabase = (archive: ArchiveWriter, ownerUrl: string): Promise<void> =>
  withConnection(ownerUrl, 'amanat backup', async (client) => {
    await client.query(STABLE_TEXT_SETTINGS)
    await client.query('begin isolation level repeatable read read only')
    const info = await readInfo(client)
    await archive.addJson('backup.json', info)
    for (const table of info.tables) await addTable(archive, client, table)
    await archive.addJson('sequences.json', await readSequences(client))
    await client.query('commit')
  })

/** As the database's owner. Files are written after the snapshot: every file of a row in it is there by then. */
async function addAll(
  archive: ArchiveWriter,
  ownerUrl: string,
  filesRoot: string,
): Promise<readonly EntrySum[]> {
  await addDatabase(archive, ownerUrl)
  for await (const path of filesIn(filesRoot)) {
    const { size } = await stat(path)
    await archive.add(`files/${relative(filesRoot, path)}`, size, createReadStream(path))
  }
  return archive.finish()
}

/** The tar as a stream, and what was written once it has been read to its end. */
export function dump(
  ownerUrl: string,
  filesRoot: string,
): { readonly stream: AsyncIterable<Uint8Array>; readonly entries: Promise<readonly EntrySum[]> } {
  const archive = new ArchiveWriter()
  const entries = addAll(archive, ownerUrl, filesRoot)
  entries.catch((error) => archive.fail(error))
  return { stream: archive.stream, entries }
}
