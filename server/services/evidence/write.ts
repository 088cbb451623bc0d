/** Writes a pack as a stream: nothing larger than a text is in memory, however many films it holds. */
import { createHash } from 'node:crypto'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { OpenedFile } from '../files/open.ts'
import type { Collected } from './collect.ts'
import { signatureOf } from './sign.ts'

export interface Entry {
  readonly path: string
  readonly size: number
  readonly sha256: string
}
export interface PackParts {
  readonly collected: Collected
  readonly pdfs: ReadonlyMap<string, Buffer>
  readonly open: (file: OpenedFile) => Promise<Readable>
}

/** The answer streams at once; an error on the way breaks it off, so that half a pack is never taken for a whole one. */
export function writePack(parts: PackParts): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  // a ZIP has no time zone and nobody checks by it
  const mtime = new Date(parts.collected.madeAt)
  // who went away leaves no file open
  const gone = new AbortController()
  out.once('close', () => gone.abort())
  void fill(zip, parts, { mtime, signal: gone.signal }).catch((error: Error) => out.destroy(error))
  void pipeline(zip.outputStream, out).catch((error: Error) => out.destroy(error))
  return out
}

interface Stamp {
  readonly mtime: Date
  readonly signal: AbortSignal
}

async function fill(zip: ZipFile, { collected, pdfs, open }: PackParts, stamp: Stamp): Promise<void> {
  const { mtime } = stamp
  const entries: Entry[] = []
  const add = (path: string, bytes: Buffer): void => {
    zip.addBuffer(bytes, path, { mtime, compress: bytes.length > 100 })
    entries.push({ path, size: bytes.length, sha256: sha256(bytes) })
  }
  for (const [path, text] of collected.texts) add(path, Buffer.from(text))
  for (const [path, pdf] of pdfs) add(path, pdf)
  for (const { path, opened } of collected.files)
    entries.push(await addStream(zip, { path, ...stamp, source: await open(opened) }))
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(collected, entries), null, 2)}\n`)
  add('manifest.json', manifest)
  const sums = Buffer.from(entries.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''))
  zip.addBuffer(sums, 'SHA256SUMS', { mtime })
  const signature = JSON.stringify(signatureOf(collected.key, sums))
  zip.addBuffer(Buffer.from(signature), 'signature.json', { mtime })
  zip.end()
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const manifestOf = ({ dealId, madeAt, madeFor }: Collected, files: readonly Entry[]) => ({
  format: 'amanat-evidence-1',
  deal: dealId,
  made_at: madeAt,
  made_for: madeFor,
  files: [...files],
})

/** Files are stored as they are: pictures and films do not get smaller. One is read at a time. */
async function addStream(
  zip: ZipFile,
  { path, mtime, signal, source }: Stamp & { path: string; source: Readable },
): Promise<Entry> {
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
