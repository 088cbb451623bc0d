/** Change name, payment number or language. A changed payment number is always e-mailed: it is how others reach its owner. */
import type { ProfileChanges } from '#core/contract/account.ts'
import type { User } from '#core/contract/auth.ts'
import { invalid } from '#core/errors.ts'
import { maskedAccount } from '#core/upi.ts'
import { m } from '#messages/compiled/messages.js'
import { countOpenDeals, lockUser, updateUser } from '#server/repositories/account.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type InTransaction, sessionUser, type UserCtx } from '#server/services/context.ts'
import { queueEmail } from '#server/services/notifications/queue-email.ts'
import { renameBusiness } from './business-name.ts'
import { confirmPassword } from './confirm-password.ts'
import { presentUser } from './session.ts'

/** What else begins with a new payment number: payouts are above this room. */
type NumberChanged = (ctx: UserCtx, userId: number) => Promise<void>

export interface ProfileOptions {
  readonly limitFactor: number
  readonly onNumberChanged: NumberChanged
}

/** Another payment number asks for the password again: a stolen session alone changes no number. */
export async function updateProfile(
  inTransaction: InTransaction<UserCtx>,
  input: ProfileChanges,
  { limitFactor, onNumberChanged }: ProfileOptions,
): Promise<User> {
  const { password, ...changes } = input
  const isNumberChanged = await inTransaction(async ({ user }) => {
    if (user.roles.includes('Seller') && changes.payment_number === null)
      throw invalid({ payment_number: ['required'] })
    return changes.payment_number !== undefined && changes.payment_number !== user.paymentNumber
  })
  if (isNumberChanged) {
    if (!password) throw invalid({ password: ['required'] })
    await confirmPassword(inTransaction, { password, limitFactor })
  }
  return inTransaction((ctx) => applyChanges(ctx, changes, isNumberChanged ? onNumberChanged : null))
}

/** `onNumberChanged`: null while the password was not asked for, and the number stays. */
export async function applyChanges(
  ctx: UserCtx,
  input: Omit<ProfileChanges, 'password'>,
  onNumberChanged: NumberChanged | null,
): Promise<User> {
  const before = await lockUser(ctx.tx, ctx.user.id)
  if (!before) throw invalid({ non_field_errors: ['required'] })
  const { business_name, payment_number, ...rest } = input
  const isSeller = sessionUser(before).roles.includes('Seller')
  const changes = {
    ...rest,
    ...(payment_number === undefined || !onNumberChanged ? {} : { payment_number }),
    ...(isSeller && business_name !== undefined ? { business_name } : {}),
  }
  if (Object.keys(changes).length === 0) return presentUser(before)
  if (isSeller && business_name !== undefined && business_name !== before.business_name)
    await renameBusiness(ctx, before.id, business_name)
  const after = await updateUser(ctx.tx, before.id, changes)
  await recordChanges(ctx, before, after)
  if (contactNumber(after) !== contactNumber(before)) {
    await queueNumberChangedEmail(ctx, before, after)
    await onNumberChanged?.(ctx, after.id)
  }
  return presentUser(after)
}

const auditedOf = ({ first_name, last_name, business_name, payment_number }: UserRow) => ({
  ...{ first_name, last_name, business_name },
  payment_number: payment_number === null ? null : maskedAccount(payment_number),
})

/** The names that others know them by, and the number: what a thief would change first. */
async function recordChanges(ctx: UserCtx, before: UserRow, after: UserRow): Promise<void> {
  const [old, current] = [auditedOf(before), auditedOf(after)]
  const names = ['first_name', 'last_name', 'business_name', 'payment_number'] as const
  const changed = names.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return
  await recordAudit(ctx, {
    action: 'profile_changed',
    actor: ctx.user,
    subject: { type: 'user', id: after.id },
    before: Object.fromEntries(changed.map((name) => [name, old[name]])),
    after: Object.fromEntries(changed.map((name) => [name, current[name]])),
  })
}

const contactNumber = (row: UserRow): string => row.payment_number ?? row.phone_number

/** To the address that the account had before: somebody who took the account over must not be able to silence it. */
async function queueNumberChangedEmail(ctx: UserCtx, before: UserRow, after: UserRow): Promise<void> {
  const { locale } = after
  const openDeals = await countOpenDeals(ctx.tx, after.id)
  const numbers = { before: maskedAccount(contactNumber(before)), after: maskedAccount(contactNumber(after)) }
  await queueEmail(ctx, {
    key: `paid-to:${after.id}:${ctx.now}`,
    userId: after.id,
    recipient: before.email,
    subject: m.email_payment_number_subject({}, { locale }),
    content: {
      locale,
      name: after.first_name,
      about: null,
      headline: m.email_payment_number_headline(numbers, { locale }),
      money: openDeals > 0 ? [m.email_payment_number_open({ count: String(openDeals) }, { locale })] : [],
      body: [m.email_payment_number_not_you({}, { locale })],
      link: `${ctx.settings.publicUrl}${locale === 'hi' ? '/hi' : ''}/account`,
      linkLabel: m.email_payment_number_check({}, { locale }),
      publicUrl: ctx.settings.publicUrl,
    },
    notBefore: null,
  })
}
