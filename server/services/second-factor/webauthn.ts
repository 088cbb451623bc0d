/** What an authenticator signed: for this site, over this challenge, by somebody who unlocked it. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Answer } from '#core/contract/endpoint.ts'
import type {
  beginPasskeyConfirm,
  beginPasskey as creation,
  NewCredential,
  PasskeyAssertion,
} from '#core/contract/passkeys.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import { companyProfile } from '#server/mail/company-profile.ts'
import type { PasskeyRow } from '#server/repositories/passkeys.ts'
import type { SessionUser } from '#server/services/context.ts'

const TIMEOUT_MS = 5 * 60_000

const LOOPBACK = ['127.0.0.1', '[::1]']

/**
 * The relying party: passkeys of another host, port or scheme are of no use here. A number is no relying party (WebAuthn 3,
 * 5.1.2), so a trial at 127.0.0.1 has them at localhost.
 */
const siteOf = (publicUrl: string) => {
  const url = new URL(publicUrl)
  if (LOOPBACK.includes(url.hostname)) url.hostname = 'localhost'
  return { rpID: url.hostname, origin: url.origin }
}

const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

const descriptorOf = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

export interface OptionsInput {
  readonly publicUrl: string
  readonly challenge: Buffer
  readonly passkeys: readonly PasskeyRow[]
}

export async function creationOptions(
  { publicUrl, challenge, passkeys }: OptionsInput,
  user: SessionUser,
): Promise<Answer<typeof creation>> {
  const { rpID } = siteOf(publicUrl)
  const { pubKeyCredParams, ...options } = await generateRegistrationOptions({
    rpName: companyProfile().name.en,
    rpID,
    userName: user.email || user.phoneNumber,
    userDisplayName: `${user.firstName} ${user.lastName}`,
    // the same for all passkeys of a person, and nothing that tells who they are
    userID: bytesOf(tokenHash(`passkeys of ${user.id}`)),
    challenge: bytesOf(challenge),
  })
  return {
    challenge: options.challenge,
    rp: { id: rpID, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    // an authenticator that holds one already says so, and makes no second
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  }
}

export async function requestOptions({
  publicUrl,
  challenge,
  passkeys,
}: OptionsInput): Promise<Answer<typeof beginPasskeyConfirm>> {
  const { rpID } = siteOf(publicUrl)
  const options = await generateAuthenticationOptions({ rpID, challenge: bytesOf(challenge) })
  return {
    challenge: options.challenge,
    rpId: rpID,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptorOf),
  }
}

export interface VerifiedCredential {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
}

/** Certificates of a maker were not asked for. Checking them would fetch from addresses that stand in them. */
function hasCertificates(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(bytesOf(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return !(format === 'none' || format === 'packed') || attestation.get('attStmt').get('x5c') !== undefined
}

/** Null for whatever is not as it should be: the library throws. */
export async function verifiedCredential(
  publicUrl: string,
  challenge: Buffer,
  answer: NewCredential,
): Promise<VerifiedCredential | null> {
  const { rpID, origin } = siteOf(publicUrl)
  try {
    if (hasCertificates(answer.response.attestationObject)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...answer,
        response: {
          clientDataJSON: answer.response.clientDataJSON,
          attestationObject: answer.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter }
  } catch {
    return null
  }
}

/** The counter that was signed; null when the signature is not good. Whether the counter went up is the caller's to see. */
export async function verifiedCounter(
  publicUrl: string,
  { challenge, passkey }: { challenge: Buffer; passkey: PasskeyRow },
  answer: PasskeyAssertion,
): Promise<number | null> {
  const { rpID, origin } = siteOf(publicUrl)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: bytesOf(passkey.public_key),
        // judged by the database, where answers that come together are judged one after another
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
