/** Who sends: RFC 8292. A push service takes messages for a browser from the key that the browser subscribed to alone. */
import { createECDH, createPrivateKey, sign } from 'node:crypto'

/** The private key is VAPID_PRIVATE_KEY, 32 bytes in base64url; everything else follows from it. */
export interface PushSettings {
  readonly privateKey: string
  /** Where a push service reaches the operator: mailto: or https:. */
  readonly contact: string
}

const pointOf = (privateKey: string): Buffer => {
  const key = createECDH('prime256v1')
  key.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return key.getPublicKey()
}

/** The `applicationServerKey` of a page. */
export const publicKeyOf = ({ privateKey }: PushSettings): string => pointOf(privateKey).toString('base64url')

const HALF_DAY_S = 43_200
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function authorizationFor(settings: PushSettings, endpoint: string, nowMs: number): string {
  const point = pointOf(settings.privateKey)
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: settings.privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1_000) + HALF_DAY_S,
    sub: settings.contact,
  }
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${point.toString('base64url')}`
}
