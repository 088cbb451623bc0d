/** Where backups are kept: a folder, or a bucket of an S3-compatible store. */
import type { Writable } from 'node:stream'

/** A backup that is being written. It is there under its name after `finish`, and not at all before. */
export interface NewBackup {
  readonly target: Writable
  finish(): Promise<void>
  /** Leaves nothing of it. */
  abandon(): Promise<void>
}

export interface BackupPlace {
  /** As people are told where it is; without a secret. */
  nameOf(name: string): string
  list(): Promise<string[]>
  begin(name: string): Promise<NewBackup>
  remove(name: string): Promise<void>
  /** The path of it on this machine, in `folder` where it had to be fetched. */
  fetch(name: string, folder: string): Promise<string>
}
