/**
 * The container of a backup: a tar stream, written and read without holding an entry whole. Its last entry,
 * manifest.json, lists every other one with its length and sha256.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { type Extract, extract, pack } from 'tar-stream'
import { ArchiveError, OperatorError } from '#server/lib/operator-error.ts'

export interface EntrySum {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export interface ArchiveEntry {
  readonly name: string
  /** To be read to its end before the next entry is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>
}

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The streams of tar-stream behave as those of Node; their types differ. */
const toWritable = (stream: unknown): Writable => stream as Writable
const toChunks = (stream: AsyncIterable<unknown>): AsyncIterable<Uint8Array> =>
  stream as AsyncIterable<Uint8Array>

const MANIFEST = 'manifest.json'

/** With back-pressure. A stream that was closed drains no more: waiting for it would never end. */
export async function writeChunks(target: Writable, chunks: Chunks): Promise<void> {
  const closed = new AbortController()
  const onClose = (): void => closed.abort()
  target.once('close', onClose)
  try {
    for await (const chunk of chunks)
      if (chunk.length > 0 && !target.write(chunk)) await once(target, 'drain', { signal: closed.signal })
  } finally {
    target.off('close', onClose)
  }
}

async function* tap(chunks: Chunks, onChunk: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onChunk(chunk)
    yield chunk
  }
}

export class ArchiveWriter {
  readonly #pack = pack()
  readonly #entries: EntrySum[] = []

  /** The tar itself, to be read while entries are added. */
  get stream(): AsyncIterable<Uint8Array> {
    return tap(toChunks(this.#pack), () => {})
  }

  async add(name: string, bytes: number, chunks: Chunks): Promise<void> {
    const hash = createHash('sha256')
    await new Promise<void>((resolve, reject) => {
      const settle = (error?: Error | null): void => (error ? reject(error) : resolve())
      const entry = toWritable(this.#pack.entry({ name, size: bytes, mode: 0o600 }, settle))
      entry.on('error', reject)
      writeChunks(
        entry,
        tap(chunks, (chunk) => hash.update(chunk)),
      ).then(
        () => entry.end(),
        (error) => entry.destroy(error),
      )
    })
    this.#entries.push({ name, bytes, sha256: hash.digest('hex') })
  }

  async addJson(name: string, value: unknown): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
    await this.add(name, text.length, [text])
  }

  async finish(): Promise<readonly EntrySum[]> {
    const entries = [...this.#entries]
    await this.addJson(MANIFEST, { entries })
    this.#pack.finalize()
    return entries
  }

  /** Ends the stream with an error: a backup that failed half-way must not look complete. */
  fail(error: Error): void {
    this.#pack.destroy(error)
  }
}

/** The containers of before began with the length of a header and the header. */
const OLD_FORMAT = '{"name":"start"'

async function* refuseOldFormat(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst && Buffer.from(chunk.subarray(4, 4 + OLD_FORMAT.length)).toString() === OLD_FORMAT)
      throw new ArchiveError(
        'it has the format of an older version: restore it with the version that made it, then back up anew with this one',
      )
    isFirst = false
    yield chunk
  }
}

/** Whatever the tar or gzip reader stumbles over is damage; a failing disk is not. */
async function* refuseDamage<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    if (error instanceof OperatorError || (error as NodeJS.ErrnoException).syscall) throw error
    throw new ArchiveError('it is damaged, cut off, or no backup of ours')
  }
}

function openTar(stream: AsyncIterable<Uint8Array>): Extract {
  const tar = extract()
  const target = toWritable(tar)
  writeChunks(target, refuseOldFormat(stream)).then(
    () => target.end(),
    (error) => target.destroy(error),
  )
  return tar
}

/** Reads the entries, and at the end throws unless they are exactly those that the manifest lists. */
export async function* readArchive(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const sums: EntrySum[] = []
  let manifest: string | null = null
  for await (const entry of refuseDamage(openTar(stream))) {
    const { name, type } = entry.header
    if (manifest !== null) throw new ArchiveError('it goes on after its manifest')
    if (type !== 'file') throw new ArchiveError(`${name} is not a file`)
    if (name === MANIFEST) {
      manifest = await readText(refuseDamage(toChunks(entry)))
      continue
    }
    const hash = createHash('sha256')
    let bytes = 0
    const chunks = tap(refuseDamage(toChunks(entry)), (chunk) => {
      hash.update(chunk)
      bytes += chunk.length
    })
    yield { name, chunks }
    for await (const _ of chunks);
    sums.push({ name, bytes, sha256: hash.digest('hex') })
  }
  if (manifest === null) throw new ArchiveError('it ends too early')
  compare(sums, manifest)
}

export async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString('utf8')
}

function readManifest(text: string): readonly EntrySum[] {
  try {
    const { entries } = JSON.parse(text) as { entries: unknown }
    if (Array.isArray(entries)) return entries as EntrySum[]
  } catch {
    // refused below
  }
  throw new ArchiveError('its manifest is damaged')
}

function compare(sums: readonly EntrySum[], manifest: string): void {
  const expected = readManifest(manifest)
  const differing = expected.findIndex((sum, i) => {
    const actual = sums[i]
    return actual?.name !== sum.name || actual.bytes !== sum.bytes || actual.sha256 !== sum.sha256
  })
  if (differing >= 0) throw new ArchiveError(`${expected[differing]?.name} is not what was written`)
  if (expected.length !== sums.length)
    throw new ArchiveError('it has entries that its manifest does not list')
}
