// Writes a backup: one snapshot of the database for all tables, while the server goes on, then the files.
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ArchiveWriter, type Sum } from './archive.ts'
import { listSequences, listTables, STEADY } from './catalogue.ts'

export const FORMAT = 1

export interface Start {
  readonly name: 'start'
  readonly format: number
  readonly at: string
  readonly postgres: string
  readonly migrations: readonly { name: string; sha256: string }[]
}

export interface Sequence {
  readonly name: string
  readonly value: string
  readonly isCalled: boolean
}

const nothing: Iterable<Uint8Array> = []
const json = (value: unknown): Iterable<Uint8Array> => [Buffer.from(JSON.stringify(value))]

async function readStart(client: pg.Client): Promise<Start> {
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  )
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    "select clock_timestamp() as at, current_setting('server_version') as postgres",
  )
  const [facts] = rows
  return {
    name: 'start',
    format: FORMAT,
    at: facts?.at.toISOString() ?? '',
    postgres: facts?.postgres ?? '',
    migrations,
  }
}

/** Sequences stand outside of snapshots: read last, they are at least as far as any row. */
async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const sequences: Sequence[] = []
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    )
    if (rows[0]) sequences.push({ name, value: rows[0].value, isCalled: rows[0].called })
  }
  return sequences
}

async function* filesIn(root: string, folder = root): AsyncGenerator<string> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    // Uploads that are still coming in; a finished one is moved out of there before its row is written.
    if (entry.isDirectory()) {
      if (path !== join(root, 'incoming')) yield* filesIn(root, path)
    } else if (entry.isFile() && !entry.name.endsWith('.part')) yield path
  }
}

/** As the database's owner. Files are written after the rows' snapshot: every file of a row in it is there by then. */
export async function dump(
  ownerUrl: string,
  filesRoot: string,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<readonly Sum[]> {
  const archive = new ArchiveWriter(write)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'amanat backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(STEADY)
    await client.query('begin isolation level repeatable read read only')
    await archive.part({ ...(await readStart(client)) }, nothing)
    for (const { name, columns } of await listTables(client))
      await archive.part(
        { name: `table ${name}`, table: name, columns },
        client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)),
      )
    await archive.part({ name: 'sequences' }, json(await readSequences(client)))
    await client.query('commit')
  } finally {
    await client.end().catch(() => {})
  }
  for await (const path of filesIn(filesRoot)) {
    const name = relative(filesRoot, path)
    await archive.part({ name: `file ${name}`, file: name }, createReadStream(path))
  }
  return archive.manifest()
}
