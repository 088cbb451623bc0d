import { isoCBOR } from '@simplewebauthn/server/helpers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '#server/services/context.ts'

const verifyRegistrationResponse = vi.hoisted(() => vi.fn())
vi.mock('@simplewebauthn/server', async (original) => ({
  ...(await original<object>()),
  verifyRegistrationResponse,
}))

const { creationOptions, verifiedCredential } = await import('./webauthn.ts')

const credential = { id: 'AQ', publicKey: new Uint8Array([2]), counter: 3 }
beforeEach(() => {
  verifyRegistrationResponse
    .mockReset()
    .mockResolvedValue({ verified: true, registrationInfo: { credential } })
})

/** Of a library that takes whatever it is given: what is refused, is refused before it. */
function answerWith(format: string, statement: Map<string, unknown>) {
  const object = new Map<string, unknown>([
    ['fmt', format],
    ['attStmt', statement],
    ['authData', new Uint8Array(37)],
  ])
  const attestationObject = Buffer.from(isoCBOR.encode(object as never)).toString('base64url')
  const response = { clientDataJSON: 'e30', attestationObject, transports: [] }
  return { id: 'AQ', rawId: 'AQ', type: 'public-key' as const, response }
}
const verify = (format: string, statement = new Map<string, unknown>()) =>
  verifiedCredential('https://amanat.test', Buffer.alloc(32), answerWith(format, statement))

const CERTIFICATES = new Map<string, unknown>([['x5c', [new Uint8Array(8)]]])

describe('what the maker of an authenticator says of it', () => {
  it('is not there, or signed by the passkey itself: the library judges it', async () => {
    expect(await verify('none')).toMatchObject({ counter: 3 })
    expect(await verify('packed', new Map([['alg', -7]]))).toMatchObject({ counter: 3 })
    expect(verifyRegistrationResponse).toHaveBeenCalledTimes(2)
  })

  it.each(['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet', 'unknown'])(
    'comes with certificates as %s: refused, and none of their addresses is asked',
    async (format) => {
      expect(await verify(format, CERTIFICATES)).toBeNull()
      expect(verifyRegistrationResponse).not.toHaveBeenCalled()
    },
  )
})

describe('the relying party', () => {
  const user = { id: 7, email: 'a@example.com', phoneNumber: '', firstName: 'Asha', lastName: 'Rao' }
  const siteOf = async (publicUrl: string) =>
    (await creationOptions({ publicUrl, challenge: Buffer.alloc(32), passkeys: [] }, user as SessionUser)).rp
      .id

  it('is the host of PUBLIC_URL; a trial at a number of this machine has its passkeys at localhost', async () => {
    expect(await siteOf('https://pay.amanat.test:8443')).toBe('pay.amanat.test')
    expect(await siteOf('http://127.0.0.1:3000')).toBe('localhost')
    expect(await siteOf('http://[::1]:3000')).toBe('localhost')
    verifyRegistrationResponse.mockClear()
    await verifiedCredential('http://127.0.0.1:3000', Buffer.alloc(32), answerWith('none', new Map()))
    const expected = { expectedOrigin: 'http://localhost:3000', expectedRPID: 'localhost' }
    expect(verifyRegistrationResponse).toHaveBeenCalledWith(expect.objectContaining(expected))
  })
})
