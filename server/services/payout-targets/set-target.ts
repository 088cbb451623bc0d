/**
 * Sets where somebody's money goes. The password is asked again, the bank is asked for the name, the owner is told, and
 * the target waits before anything is paid to it: each is what stops a stolen session or mailbox.
 */
import type { z } from 'zod'
import { accountAddress } from '#core/account-address.ts'
import type { setPayoutTarget } from '#core/contract/payout-target.ts'
import { invalid, Refusal, rateLimited } from '#core/errors.ts'
import { isOwnName } from '#core/payout-targets.ts'
import { DAY_MS } from '#core/time.ts'
import { maskedAccount } from '#core/upi.ts'
import { randomId } from '#server/lib/tokens.ts'
import type { Rail } from '#server/rails/rail.ts'
import { countOpenDeals, isOwedMoney, lockUser } from '#server/repositories/account.ts'
import {
  findCurrentTarget,
  insertTarget,
  listTargets,
  type PayoutTargetRow,
  retireTarget,
} from '#server/repositories/payout-targets.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import { confirmPassword } from '#server/services/account/confirm-password.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { requireVerifiedPhone } from '#server/services/authorisation.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { sealAddress } from '#server/services/money/payout-address.ts'
import { resumePayouts } from '#server/services/money/resume-payouts.ts'
import { newMailedToken } from '#server/services/notifications/mailed-token.ts'
import { tellOfTarget } from './emails.ts'
import { coolingMs, payoutTargetState } from './state.ts'

type TargetInput = z.output<typeof setPayoutTarget.body>
type TargetState = Awaited<ReturnType<typeof payoutTargetState>>

interface TargetDependencies {
  /** Of the provider that pays out. */
  readonly rail: Rail | undefined
  readonly limitFactor: number
}

/** Names of strangers' accounts could be read off one after the other. */
const CHECKS_PER_DAY = 10

interface BankName {
  readonly bankName: string | null
  readonly isMatch: boolean
}

export async function setTarget(
  inTransaction: InTransaction<UserCtx>,
  { rail, limitFactor }: TargetDependencies,
  input: TargetInput,
): Promise<TargetState> {
  await inTransaction(async (ctx) => requireVerifiedPhone(ctx))
  await confirmPassword(inTransaction, { password: input.password, limitFactor })
  const user = await inTransaction(async (ctx) => {
    const { current, ttl } = await countHit(ctx.tx, `target checks ${ctx.user.id}`, DAY_MS)
    if (current > CHECKS_PER_DAY * limitFactor) throw rateLimited(Math.ceil(ttl / 1_000))
    return ctx.user
  })
  const address = input.kind === 'upi' ? input.upi_id : accountAddress(input.account_number, input.ifsc)
  const owner = `${user.firstName} ${user.lastName}`
  const result = await checkName(rail, { address, owner, kind: input.kind }, [owner, user.businessName])
  if (!result.isMatch && result.bankName !== null && !input.name_confirmed)
    throw invalid({ name_confirmed: [`name_differs:${result.bankName.replaceAll(':', ' ')}`] })
  return inTransaction(async (ctx) => {
    await storeTarget(ctx, { kind: input.kind, address, ...result })
    return payoutTargetState(ctx)
  })
}

async function checkName(
  rail: Rail | undefined,
  { address, owner, kind }: { address: string; owner: string; kind: TargetInput['kind'] },
  names: readonly (string | null)[],
): Promise<BankName> {
  if (!rail?.checkTarget) return { bankName: null, isMatch: false }
  const answer = await rail
    .checkTarget({ address, owner })
    .catch((error: Error) => ({ is: 'unknown' as const, detail: error.message }))
  if (answer.is === 'unknown') throw new Refusal('unavailable', undefined, 60)
  if (answer.is === 'none') throw invalid({ [kind === 'upi' ? 'upi_id' : 'account_number']: ['target_none'] })
  return { bankName: answer.name, isMatch: isOwnName(names, answer.name) }
}

interface NewTarget extends BankName {
  readonly kind: TargetInput['kind']
  readonly address: string
}

async function storeTarget(ctx: UserCtx, { kind, address, bankName, isMatch }: NewTarget): Promise<void> {
  const user = await lockUser(ctx.tx, ctx.user.id)
  if (!user) throw new Refusal('unauthenticated')
  const sealed = await sealAddress(ctx, user.id, address)
  const previous = await findCurrentTarget(ctx.tx, user.id)
  // the same again is no change: a tap more does not start the wait anew
  if (previous?.address_hash.equals(sealed.address_hash)) return
  const waitMs = await waitOf(ctx, user.id)
  await retireTarget(ctx.tx, user.id, { because: 'replaced', at: new Date(ctx.now) })
  const token = await newMailedToken(ctx)
  const target = await insertTarget(ctx.tx, {
    ...{ id: randomId(), user_id: user.id, kind, ...sealed, address_masked: maskedAccount(address) },
    ...{ bank_name: bankName, name_matches: isMatch, freeze_hash: token.hash },
    created_at: new Date(ctx.now),
    usable_from: new Date(ctx.now + waitMs),
  })
  await recordAudit(ctx, {
    action: isMatch ? 'payout_target_verified' : 'payout_target_added',
    actor: ctx.user,
    subject: { type: 'user', id: user.id },
    before: previous ? auditOf(previous) : undefined,
    after: auditOf(target),
  })
  await tellOfTarget(ctx, { user, target, placeholder: token.placeholder })
  await resumePayouts(ctx, user.id)
}

const auditOf = ({ kind, address_masked, usable_from }: PayoutTargetRow) => ({
  kind,
  address: address_masked,
  usable_from,
})

/** The first target of an account without an open deal and without money on its way has nothing to steal yet. */
async function waitOf(ctx: UserCtx, userId: number): Promise<number> {
  const [earlier, openDeals, isOwed] = await Promise.all([
    listTargets(ctx.tx, userId),
    countOpenDeals(ctx.tx, userId),
    isOwedMoney(ctx.tx, userId),
  ])
  return earlier.length === 0 && openDeals === 0 && !isOwed ? 0 : coolingMs(ctx, userId)
}
