/** Where the bytes of files are stored, under names that the server chooses. A stored file is never changed. */
import type { Readable } from 'node:stream'
import type { FileType } from '#core/files.ts'

/** An uploaded file that is on this machine and not yet in the store. */
export interface ReceivedFile {
  readonly id: string
  readonly name: string
  readonly type: FileType
  readonly size: number
  readonly sha256: string
  readonly hasLocation: boolean
}

/** What somebody may read of a stored file: the original, or a copy of a picture. */
export interface ReadableFile {
  readonly file: {
    readonly id: string
    readonly name: string
    readonly type: FileType
    readonly size: number
  }
  readonly copy: 'original' | 'view' | 'stripped'
}

export interface FileStore {
  /** Stores a complete file of this machine; the file may be moved. */
  put(name: string, path: string): Promise<void>
  /** Null when there is no such name. */
  open(name: string): Promise<Readable | null>
  /** For a file that never became part of a deal. */
  remove(name: string): Promise<void>
}

/** Refuses a name that could form a path. */
export function checkName(name: string): string {
  if (!/^[\w-]{8,64}(?:\.[a-z]{1,12})?$/.test(name)) throw new RangeError('not a name of ours')
  return name
}
