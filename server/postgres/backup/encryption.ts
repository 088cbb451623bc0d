/** Backups in the age format (age-encryption.org): for public keys, so that the machine that writes them cannot read them. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { ArchiveError, ConfigError, reasonOf } from '#server/lib/operator-error.ts'

const MAGIC = 'age-encryption.org/v1\n'

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const head = Buffer.alloc(MAGIC.length)
    await handle.read(head, 0, head.length, 0)
    return head.toString('latin1') === MAGIC
  } finally {
    await handle.close()
  }
}

type Bytes = ReadableStream<Uint8Array>

const toWeb = (stream: Readable) => Readable.toWeb(stream) as Bytes as globalThis.ReadableStream<Uint8Array>
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(stream as Bytes)

export type Encrypt = (stream: Readable) => Promise<Readable>

/** Throws before anything is written when one of the keys is mistyped. Null: for nobody, so not at all. */
export function encryptionFor(recipients: readonly string[]): Encrypt | null {
  if (recipients.length === 0) return null
  const encrypter = new Encrypter()
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  } catch (error) {
    throw new ConfigError(`BACKUP_RECIPIENTS has a key that is none: ${reasonOf(error)}.`)
  }
  return async (stream) => fromWeb(await encrypter.encrypt(toWeb(stream)))
}

/** The bytes of a backup; of an encrypted one with a key that opens it. */
export async function readBackup(file: string, identities: readonly string[]): Promise<Readable> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 })
  if (!(await isEncrypted(file))) return source
  if (identities.length === 0)
    throw new ArchiveError('it is encrypted: set BACKUP_KEY_FILE to the file of its secret key')
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  } catch (error) {
    source.destroy()
    throw new ArchiveError(`BACKUP_KEY does not open it (${reasonOf(error)})`)
  }
}
