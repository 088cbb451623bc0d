/** Web push by the package `web-push`: it seals (RFC 8291) and signs (RFC 8292); our own client sends (server/webhooks). */
import { createECDH } from 'node:crypto'
import webPush from 'web-push'

/** The private key is VAPID_PRIVATE_KEY, 32 bytes in base64url; everything else follows from it. */
export interface PushSettings {
  readonly privateKey: string
  /** Where a push service reaches the operator: mailto: or https:. */
  readonly contact: string
}

/** As the browser gives them, base64url. */
interface BrowserKeys {
  readonly p256dh: string
  readonly auth: string
}

/** The `applicationServerKey` of a page: a push service takes messages for its browser from this key alone. */
export function publicKeyOf({ privateKey }: PushSettings): string {
  const key = createECDH('prime256v1')
  key.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return key.getPublicKey('base64url')
}

/** Whether a browser can have made them. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  try {
    webPush.encrypt(p256dh, auth, ' ', 'aes128gcm')
    return Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

const DAY_S = 86_400

export interface PushOrder {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** What to send to the browser's push service, which sees the length of `text` and no more, and keeps it for a day. */
export function pushOrderFor(
  settings: PushSettings,
  { endpoint, p256dh, auth }: BrowserKeys & { readonly endpoint: string },
  text: string,
): PushOrder {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    TTL: DAY_S,
    contentEncoding: 'aes128gcm',
    vapidDetails: {
      subject: settings.contact,
      publicKey: publicKeyOf(settings),
      privateKey: settings.privateKey,
    },
  })
  if (!body) throw new Error('a push message with a text has a body')
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  return { url: endpoint, headers: Object.fromEntries(texts), body }
}
