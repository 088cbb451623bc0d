/** Open an account and its first session. The password is hashed before the transaction, which would wait for it. */
import type { z } from 'zod'
import type { SignedIn } from '#core/contract/auth.ts'
import { invalid } from '#core/errors.ts'
import type { registerFields } from '#core/fields.ts'
import type { Locale } from '#core/locale.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { insertUser, type NewUser, takenFields, type UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, type InTransaction, sessionUser } from '#server/services/context.ts'
import { tellInviters } from '#server/services/notifications/invite-joined.ts'
import { applyBlockedNumber } from './blocked-number.ts'
import { claimName } from './business-name.ts'
import { rememberOrigin } from './origins.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import { openSession, presentUser } from './session.ts'

/** `locale`: the language of the page, in which mails are written until the person chooses another. */
export async function register(
  inTransaction: InTransaction<Ctx>,
  { password, user_type, ...fields }: z.output<typeof registerFields>,
  locale: Locale,
): Promise<SignedIn> {
  const password_hash = await hashPassword(password)
  return inTransaction(async (ctx) => {
    await refuseGuessable(ctx, { password, field: 'password', person: fields })
    const user = await createUser(ctx, { ...fields, user_type: user_type[0], password_hash, locale })
    if (user.business_name !== null) await claimName(ctx, user.id, user.business_name)
    await tellInviters(ctx, user)
    const device = ctx.origin?.device ?? null
    const token = await openSession(ctx, user, { remember: false, device })
    await rememberOrigin(ctx, user.id)
    await recordAudit(ctx, {
      action: 'account_created',
      actor: sessionUser(user),
      subject: { type: 'user', id: user.id },
    })
    return { token, user: presentUser(user) }
  })
}

/** Where numbers and addresses are checked, many accounts may name the same ones: the answer tells nobody that one is known. */
async function createUser(ctx: Ctx, values: NewUser): Promise<UserRow> {
  const isUnchecked = ctx.settings.verification === 'off'
  const user = await insertUser(ctx.tx, {
    ...values,
    phone_unchecked: isUnchecked,
    email_unchecked: isUnchecked,
  })
  if (user && isUnchecked) await applyBlockedNumber(ctx, user)
  if (user) return user
  const conflicts = await takenFields(ctx.tx, values.phone_number, values.email)
  throw invalid({
    ...(conflicts.phone ? { phone_number: ['phone_taken'] } : {}),
    ...(conflicts.email ? { email: ['email_taken'] } : {}),
  })
}
