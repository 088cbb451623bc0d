/** Writes an evidence pack as a ZIP stream: nothing larger than a text is held in memory. */
import { createHash } from 'node:crypto'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ReadableFile } from '#server/files/store.ts'
import type { EvidenceContent } from './collect-evidence.ts'
import { signatureOf } from './evidence-key.ts'

interface PackEntry {
  readonly path: string
  readonly size: number
  readonly sha256: string
}
export interface PackInput {
  readonly content: EvidenceContent
  readonly pdfs: ReadonlyMap<string, Buffer>
  readonly open: (file: ReadableFile) => Promise<Readable>
}

/** Streams from the first byte; an error destroys the stream, so that a truncated pack is never taken for a whole one. */
export function writePack(input: PackInput): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  // ZIP times have no zone; nothing verifies them
  const mtime = new Date(input.content.madeAt)
  // a client that disconnects must leave no file open
  const aborted = new AbortController()
  out.once('close', () => aborted.abort())
  void fill(zip, input, { mtime, signal: aborted.signal }).catch((error: Error) => out.destroy(error))
  void pipeline(zip.outputStream, out).catch((error: Error) => out.destroy(error))
  return out
}

interface EntryOptions {
  readonly mtime: Date
  readonly signal: AbortSignal
}

async function fill(zip: ZipFile, { content, pdfs, open }: PackInput, options: EntryOptions): Promise<void> {
  const { mtime } = options
  const entries: PackEntry[] = []
  const add = (path: string, bytes: Buffer): void => {
    zip.addBuffer(bytes, path, { mtime, compress: bytes.length > 100 })
    entries.push({ path, size: bytes.length, sha256: sha256(bytes) })
  }
  for (const [path, text] of content.texts) add(path, Buffer.from(text))
  for (const [path, pdf] of pdfs) add(path, pdf)
  for (const { path, opened } of content.files)
    entries.push(await addStream(zip, { path, ...options, source: await open(opened) }))
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(content, entries), null, 2)}\n`)
  add('manifest.json', manifest)
  const sums = Buffer.from(entries.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''))
  zip.addBuffer(sums, 'SHA256SUMS', { mtime })
  const signature = JSON.stringify(signatureOf(content.key, sums))
  zip.addBuffer(Buffer.from(signature), 'signature.json', { mtime })
  zip.end()
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const manifestOf = ({ dealId, madeAt, madeFor }: EvidenceContent, files: readonly PackEntry[]) => ({
  format: 'amanat-evidence-1',
  deal: dealId,
  made_at: madeAt,
  made_for: madeFor,
  files: [...files],
})

/** Files are stored uncompressed: pictures and films do not get smaller. One is read at a time. */
async function addStream(
  zip: ZipFile,
  { path, mtime, signal, source }: EntryOptions & { path: string; source: Readable },
): Promise<PackEntry> {
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  zip.addReadStream(counted, path, { mtime, compress: false })
  await pipeline(source, counted, { signal })
  return { path, size, sha256: hash.digest('hex') }
}
