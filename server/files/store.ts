/** Where the bytes of files are kept, under names that the server makes. What is put there stays as it is. */
import type { Readable } from 'node:stream'

export interface FileStore {
  /** Takes over a finished file of this machine; it may be moved. */
  put(name: string, path: string): Promise<void>
  /** Null when there is no such name. */
  open(name: string): Promise<Readable | null>
  /** For what never became a file of a deal. */
  remove(name: string): Promise<void>
}

/** A name without anything that a path could be made of. */
export function checkName(name: string): string {
  if (!/^[\w-]{8,64}(?:\.[a-z]{1,12})?$/.test(name)) throw new RangeError('not a name of ours')
  return name
}
