/** The bytes of a file. Copies of pictures are made at the first request and stored. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { Refusal } from '#core/errors.ts'
import { FILE_TYPES } from '#core/files.ts'
import type { ReadableFile } from '#server/files/store.ts'
import { randomId } from '#server/lib/tokens.ts'
import { copyOf, type PictureCopy } from './pictures.ts'
import type { Scan } from './scan.ts'
import type { FileStore } from './store.ts'
import { withoutVideoMetadata } from './videos.ts'

/** Where a process keeps its files. */
export interface Files {
  readonly store: FileStore
  /** A folder of this machine for files that are not complete yet. */
  readonly incoming: string
  /** Null where nobody looks for viruses. */
  readonly scan: Scan | null
}

export interface FileBytes {
  readonly stream: Readable
  readonly mime: string
  /** Known for originals only. */
  readonly size: number | null
}

export async function bytesOf(files: Files, { file, copy }: ReadableFile): Promise<FileBytes> {
  const { mime } = FILE_TYPES[file.type]
  if (copy !== 'original')
    return {
      stream: await openCopy(files, file, copy),
      mime: copy === 'view' ? 'image/webp' : mime,
      size: null,
    }
  return { stream: await original(files, file.id), mime, size: file.size }
}

async function original(files: Files, id: string): Promise<Readable> {
  const stream = await files.store.open(id)
  if (!stream) throw new Error(`the file ${id} is not in the store`)
  return stream
}

async function openCopy(files: Files, file: ReadableFile['file'], copy: PictureCopy): Promise<Readable> {
  const name = `${file.id}.${copy}`
  const find = () => files.store.open(name)
  return (await find()) ?? limit(async () => (await find()) ?? makeCopy(files, file, copy))
}

async function makeCopy(
  files: Files,
  { id, type }: ReadableFile['file'],
  copy: PictureCopy,
): Promise<Readable> {
  const content = await buffer(await original(files, id))
  const bytes = type === 'mp4' ? withoutVideoMetadata(content) : await copyOf(content, copy)
  if (!bytes) throw new Refusal('unsupported_type')
  await storeBytes(files, `${id}.${copy}`, bytes)
  return Readable.from([bytes])
}

/** Flushed: after a power cut no row may name a file that is not on the disk. */
export async function storeBytes(
  { store, incoming }: Pick<Files, 'store' | 'incoming'>,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const path = join(incoming, randomId())
  try {
    await writeFile(path, bytes, { mode: 0o600, flush: true })
    await store.put(name, path)
  } finally {
    await rm(path, { force: true })
  }
}

// One at a time: a page of twenty pictures would unpack twenty at once and exhaust the memory.
const limit = pLimit(1)
