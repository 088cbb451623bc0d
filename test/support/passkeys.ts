/** An authenticator in software: makes passkeys and signs with them as a phone would, or wrongly where a test says so. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { HOST, type TestApp } from './app.ts'
import { PASSWORD, type Person, teammate } from './people.ts'
import { SECOND_FACTOR } from './second-factor.ts'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url')

/** What differs from an honest answer. */
export interface Wrong {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  readonly challenge?: string
  /** Somebody touched it, and did not unlock it. */
  readonly isUnlocked?: false
  readonly type?: string
}

const FLAGS = { present: 0x01, unlocked: 0x04, hasKey: 0x40 }

export class Authenticator {
  readonly id = randomBytes(32)
  counter = 0
  readonly #privateKey: KeyObject
  readonly #coseKey: Uint8Array

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    this.#coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
  }

  #clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? `http://${HOST}`,
        crossOrigin: false,
      }),
    )
  }

  #authenticatorData(wrong: Wrong, key: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(wrong.counter ?? this.counter)
    const flags =
      FLAGS.present | (wrong.isUnlocked === false ? 0 : FLAGS.unlocked) | (key.length > 0 ? FLAGS.hasKey : 0)
    return Buffer.concat([sha256(wrong.rpId ?? HOST), Buffer.from([flags]), counter, key])
  }

  /** The answer to the options of adding one. `statement` is what its maker says of it. */
  create({ challenge }: { challenge: string }, wrong: Wrong = {}, statement?: Map<string, unknown>) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const key = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey])
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', statement ? 'packed' : 'none'],
        ['attStmt', statement ?? new Map()],
        ['authData', new Uint8Array(this.#authenticatorData(wrong, key))],
      ]) as never,
    )
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, wrong)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    })
  }

  /** The answer to the options of showing one. */
  get({ challenge }: { challenge: string }, wrong: Wrong = {}) {
    this.counter += 1
    const clientData = this.#clientData('webauthn.get', challenge, wrong)
    const data = this.#authenticatorData(wrong)
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#privateKey)),
    })
  }

  #answer<R>(response: R) {
    const id = base64url(this.id)
    return { id, rawId: id, type: 'public-key' as const, response }
  }
}

const PASSKEYS = `${SECOND_FACTOR}/passkeys`
type Headers = Record<string, string>

export const beginPasskey = (app: TestApp, token: string) =>
  app.call('POST', `${PASSKEYS}/options`, { token })
export const sendPasskey = (app: TestApp, token: string, body: unknown) =>
  app.call('POST', PASSKEYS, { token, body })
export const removePasskey = (app: TestApp, token: string, id: number) =>
  app.call('DELETE', `${PASSKEYS}/${id}`, { token })
export const listPasskeys = (app: TestApp, token: string) => app.call('GET', PASSKEYS, { token })
export const beginConfirm = (app: TestApp, token: string) =>
  app.call('POST', `${SECOND_FACTOR}/confirm/options`, { token })
export const sendConfirm = (app: TestApp, token: string, body: unknown, headers: Headers = {}) =>
  app.call('POST', `${SECOND_FACTOR}/confirm/passkey`, { token, body, headers })

export interface AddedPasskey {
  readonly authenticator: Authenticator
  readonly id: number
  readonly recoveryCodes: string[]
}

export async function addPasskey(app: TestApp, token: string): Promise<AddedPasskey> {
  const authenticator = new Authenticator()
  const options = await beginPasskey(app, token)
  const { status, body } = await sendPasskey(app, token, authenticator.create(options.body))
  if (status !== 201) throw new Error(`adding a passkey: ${status} ${JSON.stringify(body)}`)
  return { authenticator, id: body.passkey.id, recoveryCodes: body.recovery_codes }
}

export async function showPasskey(app: TestApp, token: string, authenticator: Authenticator, wrong?: Wrong) {
  const options = await beginConfirm(app, token)
  return sendConfirm(app, token, authenticator.get(options.body, wrong))
}

/** A session with the password alone. */
export async function signInWithPassword(app: TestApp, { phone }: Person) {
  const { status, body } = await app.call('POST', '/api/auth/login', {
    body: { phone_number: phone, password: PASSWORD },
  })
  if (status !== 200) throw new Error(`signing in: ${status}`)
  return body as { token: string; second_factor?: string }
}

/** An Admin whose only second factor is a passkey, and a new session of theirs with the password alone. */
export async function adminWithPasskey(app: TestApp) {
  const admin = await teammate(app, 'Admin')
  const { token: first } = await signInWithPassword(app, admin)
  const passkey = await addPasskey(app, first)
  const { token, second_factor } = await signInWithPassword(app, admin)
  return { admin, first, token, second_factor, ...passkey }
}

/** What the audit log has of an action of somebody, newest first. */
export async function auditedAfter(app: TestApp, who: Person, action: string): Promise<unknown[]> {
  const { rows } = await app.db.pool.query(
    'select after from audit_event where actor_id = $1 and action = $2 order by id desc',
    [who.id, action],
  )
  return rows.map(({ after }) => after)
}
