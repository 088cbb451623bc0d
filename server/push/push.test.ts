import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { areBrowserKeys, encryptFor } from './encrypt.ts'
import { authorizationFor, publicKeyOf } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

it('encrypts the example of RFC 8291 to the very bytes that it prints', () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const sealed = encryptFor(keys, 'When I grow up, I want to be a watermelon', {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  })
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('takes no keys that a browser cannot have made', () => {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  expect(areBrowserKeys({ p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' })).toBe(true)
  expect(areBrowserKeys({ p256dh, auth: 'short' })).toBe(false)
  expect(areBrowserKeys({ p256dh: 'AAAA', auth: 'BTBZMqHH6r4Tts7J_aSIgg' })).toBe(false)
})

it('signs for the push service alone, for half a day, with the key that pages subscribe to', () => {
  const settings = {
    privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    contact: 'mailto:a@b.example',
  }
  const header = authorizationFor(settings, 'https://push.example:8443/one?two', 1_000_000_000_000)
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? []
  expect(key).toBe(publicKeyOf(settings))
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example:8443',
    exp: 1_000_043_200,
    sub: 'mailto:a@b.example',
  })
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
