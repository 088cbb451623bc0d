// The container of a backup: parts one after another in one gzip stream, each a header and chunks, written and read
// without ever holding a part whole. The last part is the manifest: every part's length and sha256.
import { createHash } from 'node:crypto'

export interface Header {
  /** `start`, `table <name>`, `sequences`, `file <path>`, `manifest` */
  readonly name: string
  readonly [more: string]: unknown
}

export interface Sum {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export class ArchiveTrouble extends Error {
  override name = 'ArchiveTrouble'
  constructor(reason: string) {
    super(`The backup cannot be used: ${reason}.`)
  }
}

type Bytes = Uint8Array
/** Larger than any chunk we write, so a damaged length is noticed before it is believed. */
const LARGEST = 64 * 1024 ** 2
const LENGTH = 4

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32BE(bytes)
  return length
}

export class ArchiveWriter {
  readonly #write: (bytes: Bytes) => Promise<void>
  readonly #sums: Sum[] = []

  constructor(write: (bytes: Bytes) => Promise<void>) {
    this.#write = write
  }

  async part(header: Header, chunks: AsyncIterable<Bytes> | Iterable<Bytes>): Promise<Sum> {
    const head = Buffer.from(JSON.stringify(header))
    await this.#write(Buffer.concat([lengthOf(head.length), head]))
    const hash = createHash('sha256').update(head)
    let bytes = 0
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue
      hash.update(chunk)
      bytes += chunk.length
      await this.#write(lengthOf(chunk.length))
      await this.#write(chunk)
    }
    await this.#write(lengthOf(0))
    const sum = { name: header.name, bytes, sha256: hash.digest('hex') }
    this.#sums.push(sum)
    return sum
  }

  async manifest(): Promise<readonly Sum[]> {
    const sums = [...this.#sums]
    await this.part({ name: 'manifest' }, [Buffer.from(JSON.stringify(sums))])
    return sums
  }
}

/** Takes so many bytes off a stream at a time. */
class Taker {
  readonly #chunks: AsyncIterator<Bytes>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Bytes>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Null at the very end. */
  async take(count: number): Promise<Buffer | null> {
    const parts = [this.#rest]
    let have = this.#rest.length
    while (have < count) {
      const { value, done } = await this.#chunks.next()
      if (done) {
        if (have === 0) return null
        throw new ArchiveTrouble('it ends too early')
      }
      parts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      have += value.length
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = all.subarray(count)
    return all.subarray(0, count)
  }

  async length(): Promise<number> {
    const bytes = await this.take(LENGTH)
    if (bytes === null) throw new ArchiveTrouble('it ends too early')
    const length = bytes.readUInt32BE()
    if (length > LARGEST) throw new ArchiveTrouble('it is damaged, or no backup of ours')
    return length
  }
}

export interface Part {
  readonly header: Header
  /** To be read to its end before the next part is asked for. */
  readonly chunks: AsyncIterable<Bytes>
}

/** Reads the parts, and at the end throws unless they are exactly those that the manifest lists. */
export async function* readArchive(stream: AsyncIterable<Bytes>): AsyncGenerator<Part> {
  const taker = new Taker(stream)
  const sums: Sum[] = []
  for (;;) {
    const { header, head } = await readHeader(taker)
    if (header.name === 'manifest') return compare(sums, await readAll(taker))
    const hash = createHash('sha256').update(head)
    let bytes = 0
    let isRead = false
    const chunks = (async function* () {
      for (let length = await taker.length(); length > 0; length = await taker.length()) {
        const chunk = await taker.take(length)
        if (chunk === null) throw new ArchiveTrouble('it ends too early')
        hash.update(chunk)
        bytes += length
        yield chunk
      }
      isRead = true
    })()
    yield { header, chunks }
    for await (const _ of chunks);
    if (!isRead) throw new Error(`${header.name} was not read to its end`)
    sums.push({ name: header.name, bytes, sha256: hash.digest('hex') })
  }
}

async function readHeader(taker: Taker): Promise<{ header: Header; head: Buffer }> {
  const head = await taker.take(await taker.length())
  try {
    const header = JSON.parse(head?.toString('utf8') ?? '') as Header
    if (head && typeof header.name === 'string') return { header, head }
  } catch {
    // said below
  }
  throw new ArchiveTrouble('it is damaged, or no backup of ours')
}

async function readAll(taker: Taker): Promise<string> {
  const parts: Buffer[] = []
  for (let length = await taker.length(); length > 0; length = await taker.length())
    parts.push((await taker.take(length)) ?? Buffer.alloc(0))
  return Buffer.concat(parts).toString('utf8')
}

function compare(sums: readonly Sum[], manifest: string): void {
  const wanted = JSON.parse(manifest) as Sum[]
  const differs = wanted.findIndex((sum, i) => JSON.stringify(sum) !== JSON.stringify(sums[i]))
  if (differs >= 0) throw new ArchiveTrouble(`${wanted[differs]?.name} is not what was written`)
  if (wanted.length !== sums.length) throw new ArchiveTrouble('it has parts that its manifest does not list')
}
