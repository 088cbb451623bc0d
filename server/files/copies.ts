/** Hands out the bytes of a file; copies of pictures are drawn when they are first asked for, and kept. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '../../core/errors.ts'
import { FILE_TYPES } from '../../core/files.ts'
import { gate } from '../gate.ts'
import type { OpenedFile } from '../services/files/open.ts'
import { randomId } from '../tokens.ts'
import { type Copy, copyOf } from './pictures.ts'
import type { FileStore } from './store.ts'

/** Where a process keeps its files. */
export interface Files {
  readonly store: FileStore
  /** A folder of this machine for what is on its way. */
  readonly incoming: string
}

export interface Bytes {
  readonly stream: Readable
  readonly mime: string
  /** Known for originals only. */
  readonly size: number | null
}

export async function bytesOf(files: Files, { file, copy }: OpenedFile): Promise<Bytes> {
  const { mime } = FILE_TYPES[file.type]
  if (copy !== 'original')
    return {
      stream: await openCopy(files, file.id, copy),
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

async function openCopy(files: Files, id: string, copy: Copy): Promise<Readable> {
  const name = `${id}.${copy}`
  const find = () => files.store.open(name)
  return (await find()) ?? inTurn(async () => (await find()) ?? draw(files, id, copy))
}

async function draw(files: Files, id: string, copy: Copy): Promise<Readable> {
  const drawn = await copyOf(await buffer(await original(files, id)), copy)
  if (!drawn) throw new Refusal('unsupported_type')
  const path = join(files.incoming, randomId())
  try {
    await writeFile(path, drawn, { mode: 0o600 })
    await files.store.put(`${id}.${copy}`, path)
  } finally {
    await rm(path, { force: true })
  }
  return Readable.from([drawn])
}

// a page of twenty pictures must not unpack twenty at once
const inTurn = gate(1)
