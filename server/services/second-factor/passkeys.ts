/** Passkeys: adding one, listing and removing them, and showing one. The rules are those of the authenticator app. */
import { randomBytes } from 'node:crypto'
import type { Answer } from '#core/contract/endpoint.ts'
import {
  type addPasskey as addition,
  type beginPasskeyConfirm as confirmation,
  type beginPasskey as creation,
  MOST_PASSKEYS,
  type NewCredential,
  type Passkey,
  type PasskeyAssertion,
} from '#core/contract/passkeys.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import {
  advanceCounter,
  type ChallengePurpose,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeysOf,
  type PasskeyRow,
  putChallenge,
  takeChallenge,
} from '#server/repositories/passkeys.ts'
import { findSecondFactors, lockEnrolment } from '#server/repositories/second-factors.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { tryFactor } from './confirm.ts'
import { tellOfSecondFactor } from './emails.ts'
import { completeEnrolment, requirePresent } from './enrol.ts'
import { creationOptions, requestOptions, verifiedCounter, verifiedCredential } from './webauthn.ts'

/** One text for all that can be wrong: whoever tries learns nothing of which it was. */
const wrongPasskey = (): Refusal => invalid({ non_field_errors: ['passkey_wrong'] })

const sessionOf = ({ sessionHash }: UserCtx): Buffer => {
  if (!sessionHash) throw new Refusal('unauthenticated')
  return sessionHash
}

async function newChallenge(ctx: UserCtx, purpose: ChallengePurpose): Promise<Buffer> {
  const challenge = randomBytes(32)
  await putChallenge(ctx.tx, { session_hash: sessionOf(ctx), purpose, challenge })
  return challenge
}

const presentPasskey = ({ id, device, created_at, used_at }: PasskeyRow): Passkey => ({
  id,
  device,
  created_at: toIso(created_at.getTime()),
  used_at: used_at && toIso(used_at.getTime()),
})

export const listPasskeys = async ({ tx, user }: UserCtx): Promise<Passkey[]> =>
  (await listPasskeysOf(tx, user.id)).map(presentPasskey)

export async function beginPasskey(ctx: UserCtx): Promise<Answer<typeof creation>> {
  await requirePresent(ctx)
  const passkeys = await listPasskeysOf(ctx.tx, ctx.user.id)
  if (passkeys.length >= MOST_PASSKEYS) throw new Refusal('limit_reached')
  const challenge = await newChallenge(ctx, 'add')
  return creationOptions({ publicUrl: ctx.settings.publicUrl, challenge, passkeys }, ctx.user)
}

/** What is wrong is returned and not thrown: its challenge is used up. */
export async function addPasskey(
  ctx: UserCtx,
  answer: NewCredential,
): Promise<Answer<typeof addition> | Refusal> {
  await requirePresent(ctx)
  const challenge = await takeChallenge(ctx.tx, sessionOf(ctx), 'add')
  const credential = challenge && (await verifiedCredential(ctx.settings.publicUrl, challenge, answer))
  if (!credential) return wrongPasskey()
  const { passkeys } = await findSecondFactors(ctx.tx, ctx.user.id)
  if (passkeys >= MOST_PASSKEYS) return new Refusal('limit_reached')
  const row = await insertPasskey(ctx.tx, {
    ...credential,
    userId: ctx.user.id,
    transports: answer.response.transports ?? [],
    device: ctx.origin?.device ?? null,
  })
  if (!row) return wrongPasskey()
  await recordAudit(ctx, {
    action: 'passkey_added',
    actor: ctx.user,
    subject: { type: 'user', id: ctx.user.id },
    after: { id: row.id, device: row.device },
  })
  await tellOfSecondFactor(ctx, ctx.user.id, 'passkey_added')
  const isFirst = !(await lockEnrolment(ctx.tx, ctx.user.id))
  return {
    passkey: presentPasskey(row),
    recovery_codes: isFirst ? await completeEnrolment(ctx, 'passkey') : [],
  }
}

/** Locked: two that are removed at the same moment must not both be the last but one. */
export async function removePasskey(ctx: UserCtx, id: number): Promise<void> {
  await lockEnrolment(ctx.tx, ctx.user.id)
  const row = await deletePasskey(ctx.tx, ctx.user.id, id)
  if (!row) throw new Refusal('not_found')
  const { has_totp, passkeys } = await findSecondFactors(ctx.tx, ctx.user.id)
  if (!has_totp && passkeys === 0) throw new Refusal('last_second_factor')
  await recordAudit(ctx, {
    action: 'passkey_removed',
    actor: ctx.user,
    subject: { type: 'user', id: ctx.user.id },
    before: { id: row.id, device: row.device },
  })
  await tellOfSecondFactor(ctx, ctx.user.id, 'passkey_removed')
}

export async function beginPasskeyConfirm(ctx: UserCtx): Promise<Answer<typeof confirmation>> {
  const passkeys = await listPasskeysOf(ctx.tx, ctx.user.id)
  if (passkeys.length === 0) throw new Refusal('wrong_state')
  const challenge = await newChallenge(ctx, 'confirm')
  return requestOptions({ publicUrl: ctx.settings.publicUrl, challenge, passkeys })
}

export const confirmPasskey = (ctx: UserCtx, answer: PasskeyAssertion, limitFactor: number) =>
  tryFactor(ctx, limitFactor, async () => {
    const reason = await reasonAgainst(ctx, answer)
    return reason === null
      ? { how: 'passkey' }
      : { refusal: wrongPasskey(), detail: { how: 'passkey', reason } }
  })

/** For the audit log; null when it is good, and its counter is written then. */
async function reasonAgainst(ctx: UserCtx, answer: PasskeyAssertion): Promise<string | null> {
  const challenge = await takeChallenge(ctx.tx, sessionOf(ctx), 'confirm')
  if (!challenge) return 'challenge'
  const passkey = await findPasskey(ctx.tx, ctx.user.id, Buffer.from(answer.id, 'base64url'))
  if (!passkey) return 'credential'
  const counter = await verifiedCounter(ctx.settings.publicUrl, { challenge, passkey }, answer)
  if (counter === null) return 'signature'
  return (await advanceCounter(ctx.tx, passkey.id, counter)) ? null : 'counter'
}
