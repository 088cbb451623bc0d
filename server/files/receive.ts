/**
 * Takes uploaded files in: each is streamed to this machine's disk while its size, its hash and its kind are found
 * out, so that no file is ever held in memory. What does not end well leaves nothing behind.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { invalid, Refusal } from '../../core/errors.ts'
import { type FileType, HEAD_BYTES, tidyFileName, typeOfContent, typeOfName } from '../../core/files.ts'
import type { ReceivedFile } from '../services/files/add.ts'
import { randomId } from '../tokens.ts'
import { tellsPlace } from './pictures.ts'

export interface Received {
  readonly files: (ReceivedFile & { path: string })[]
  readonly fields: Record<string, unknown>
}

export async function receiveFiles(
  parts: AsyncIterable<Multipart>,
  { folder, room }: { folder: string; room: number },
): Promise<Received> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const received: Received = { files: [], fields: {} }
  try {
    for await (const part of parts) {
      if (part.type === 'field') received.fields[part.fieldname] = part.value
      else if (received.files.length >= room) throw new Refusal('limit_reached')
      else received.files.push(await receiveFile(part, folder))
    }
    return received
  } catch (error) {
    await discard(received)
    throw error
  }
}

/** Removes what has not been moved to the store. */
export const discard = ({ files }: Received): Promise<unknown> =>
  Promise.all(files.map((file) => rm(file.path, { force: true })))

async function receiveFile(part: MultipartFile, folder: string): Promise<Received['files'][number]> {
  const name = tidyFileName(part.filename ?? '')
  const named = typeOfName(name)
  if (!named) throw new Refusal('unsupported_type')
  const id = randomId()
  const path = join(folder, id)
  try {
    const seen = look()
    // flushed: the row that names this file must not outlive it
    await pipeline(
      part.file,
      seen.through,
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    if (seen.size() === 0) throw invalid({ files: ['empty_file'] })
    const type = seen.type(named)
    if (!type) throw new Refusal('unsupported_type')
    return {
      id,
      name,
      type,
      size: seen.size(),
      sha256: seen.sha256(),
      tellsPlace: await tellsPlace(path, type),
      path,
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** What can be told of bytes while they pass. */
function look() {
  const hash = createHash('sha256')
  const text = new TextDecoder('utf-8', { fatal: true })
  let head = Buffer.alloc(0)
  let size = 0
  let isText = true
  const read = (bytes?: Buffer): void => {
    if (!isText) return
    try {
      isText = isPlain(text.decode(bytes, { stream: bytes !== undefined }))
    } catch {
      isText = false
    }
  }
  const through = new Transform({
    transform(bytes: Buffer, _, done) {
      hash.update(bytes)
      size += bytes.length
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, bytes.subarray(0, HEAD_BYTES)])
      read(bytes)
      done(null, bytes)
    },
    flush(done) {
      read()
      done()
    },
  })
  return {
    through,
    size: () => size,
    sha256: () => hash.digest('hex'),
    /** What the name says, when the content says the same. */
    type: (named: FileType): FileType | null => {
      const found = typeOfContent(head) ?? (isText ? 'txt' : null)
      return found === named ? found : null
    },
  }
}

/** No control characters but those of lines and tabs. */
const isPlain = (text: string): boolean => !/[^\P{Cc}\t\n\r\f]/u.test(text)
