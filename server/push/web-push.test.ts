import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { areBrowserKeys, publicKeyOf, pushOrderFor } from './web-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const browserKey = () => createECDH('prime256v1').generateKeys('base64url')
const AUTH = 'BTBZMqHH6r4Tts7J_aSIgg'

it('takes no keys that a browser cannot have made', () => {
  expect(areBrowserKeys({ p256dh: browserKey(), auth: AUTH })).toBe(true)
  expect(areBrowserKeys({ p256dh: browserKey(), auth: 'short' })).toBe(false)
  expect(areBrowserKeys({ p256dh: 'AAAA', auth: AUTH })).toBe(false)
  // of the right length, and no point of the curve
  expect(areBrowserKeys({ p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: AUTH })).toBe(false)
})

it('signs for the push service alone, for half a day, with the key that pages subscribe to', () => {
  const settings = {
    privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    contact: 'mailto:a@b.example',
  }
  const endpoint = 'https://push.example:8443/one?two'
  const { url, headers } = pushOrderFor(settings, { endpoint, p256dh: browserKey(), auth: AUTH }, 'x')
  expect(url).toBe(endpoint)
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe(publicKeyOf(settings))
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { exp, ...rest } = JSON.parse(bytes(claims).toString())
  expect(rest).toEqual({ aud: 'https://push.example:8443', sub: 'mailto:a@b.example' })
  expect(Math.abs(exp - Date.now() / 1_000 - 43_200)).toBeLessThan(60)
  const point = bytes(key)
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  )
  expect(isValid).toBe(true)
})
