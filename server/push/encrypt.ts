/** A message that only one browser can read: RFC 8291 over RFC 8188 (aes128gcm). What the push service sees is its length. */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** As the browser gives them, base64url. */
export interface BrowserKeys {
  readonly p256dh: string
  readonly auth: string
}

/** New for every message; given by the RFC's example alone. */
interface Ephemeral {
  readonly salt: Buffer
  readonly privateKey?: Buffer
}

const RECORD_SIZE = 4_096
const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Throws where `p256dh` is no point of the curve. */
export function encryptFor(
  { p256dh, auth }: BrowserKeys,
  text: string,
  { salt, privateKey }: Ephemeral = { salt: randomBytes(16) },
): Buffer {
  const own = createECDH('prime256v1')
  if (privateKey) own.setPrivateKey(privateKey)
  else own.generateKeys()
  const theirs = Buffer.from(p256dh, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own.getPublicKey()])
  const secret = derive(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 ends the last record
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([salt, size, Buffer.of(65), own.getPublicKey(), sealed, cipher.getAuthTag()])
}

/** Whether a browser can have made them. */
export function areBrowserKeys(keys: BrowserKeys): boolean {
  try {
    encryptFor(keys, '')
    return Buffer.from(keys.auth, 'base64url').length === 16
  } catch {
    return false
  }
}
