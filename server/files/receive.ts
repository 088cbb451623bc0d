/**
 * Receives uploaded files: each is streamed to this machine's disk while its size, hash and type are determined, so that
 * no file is held in memory. A failed upload leaves nothing behind.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { invalid, Refusal } from '#core/errors.ts'
import {
  type FileType,
  HEAD_BYTES,
  hasKnownEnding,
  nameOfContent,
  refuseOver,
  sanitizeFileName,
  typeOfContent,
  type UploadRoom,
} from '#core/files.ts'
import { randomId } from '#server/lib/tokens.ts'
import { hasLocation } from './pictures.ts'
import type { Scan } from './scan.ts'
import type { ReceivedFile } from './store.ts'
import { hasVideoMetadata } from './videos.ts'

export interface ReceivedUpload {
  readonly files: (ReceivedFile & { path: string })[]
  readonly fields: Record<string, unknown>
}

export interface Reception {
  readonly folder: string
  readonly rooms: readonly UploadRoom[]
  readonly scan: Scan | null
}

export async function receiveFiles(
  parts: AsyncIterable<Multipart>,
  { folder, rooms, scan }: Reception,
): Promise<ReceivedUpload> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const received: ReceivedUpload = { files: [], fields: {} }
  try {
    for await (const part of parts) {
      if (part.type === 'field') received.fields[part.fieldname] = part.value
      else {
        refuseOver(rooms, { files: received.files.length + 1, bytes: 1 })
        received.files.push(await receiveFile(part, folder, scan))
        const bytes = received.files.reduce((sum, { size }) => sum + size, 0)
        refuseOver(rooms, { files: received.files.length, bytes })
      }
    }
    return received
  } catch (error) {
    await discard(received)
    throw error
  }
}

/** Removes the files that were not moved to the store. */
export const discard = ({ files }: ReceivedUpload): Promise<unknown> =>
  Promise.all(files.map((file) => rm(file.path, { force: true })))

async function receiveFile(
  part: MultipartFile,
  folder: string,
  scan: Scan | null,
): Promise<ReceivedUpload['files'][number]> {
  const given = sanitizeFileName(part.filename ?? '')
  if (!hasKnownEnding(given)) throw new Refusal('unsupported_type')
  const id = randomId()
  const path = join(folder, id)
  try {
    const inspection = inspect()
    // Flushed: after a power cut no row may name a file that is not on the disk.
    await pipeline(
      part.file,
      inspection.through,
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    if (inspection.size() === 0) throw invalid({ files: ['empty_file'] })
    const type = inspection.type()
    const name = type && nameOfContent(given, type)
    if (!name) throw new Refusal('unsupported_type')
    // before anything of ours reads what is in it
    await scan?.(path)
    return {
      id,
      name: sanitizeFileName(name),
      type,
      size: inspection.size(),
      sha256: inspection.sha256(),
      hasLocation: type === 'mp4' ? hasVideoMetadata(await readFile(path)) : await hasLocation(path, type),
      path,
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Size, hash and type of the bytes that pass through. */
function inspect() {
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
    type: (): FileType | null => typeOfContent(head) ?? (isText ? 'txt' : null),
  }
}

/** No control characters except line breaks and tabs. */
const isPlain = (text: string): boolean => !/[^\P{Cc}\t\n\r\f]/u.test(text)
