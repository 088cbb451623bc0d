/** Text at rest that only the holder of the key can read: AES-256-GCM, bound to what it belongs to. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** A key for each use, so that no use can stand in for another. */
const keyFor = (key: Buffer, use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', use, 32))

/** `owner`: whose it is; opened with another, it is refused. */
export function sealText(key: Buffer, text: string, owner: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, 'seal'), nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

export function openText(key: Buffer, sealed: Buffer, owner: string): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key, 'seal'), sealed.subarray(0, NONCE))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
}

/** The same text has the same hash, which nobody without the key can compute. */
export const keyedHash = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', keyFor(key, 'hash')).update(text).digest()
