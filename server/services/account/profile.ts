/** Change name, payment number or language. A changed payment number is always e-mailed: it decides where money goes. */
import type { ProfileChanges } from '#core/contract/account.ts'
import type { User } from '#core/contract/auth.ts'
import { invalid } from '#core/errors.ts'
import { maskedAccount } from '#core/upi.ts'
import { m } from '#messages/compiled/messages.js'
import { countOpenDeals, lockUser, updateUser } from '#server/repositories/account.ts'
import type { UserRow } from '#server/repositories/users.ts'
import type { UserCtx } from '#server/services/context.ts'
import { queueEmail } from '#server/services/notifications/queue-email.ts'
import { presentUser } from './session.ts'

export async function updateProfile(ctx: UserCtx, input: ProfileChanges): Promise<User> {
  const before = await lockUser(ctx.tx, ctx.user.id)
  if (!before) throw invalid({ non_field_errors: ['required'] })
  const { business_name, payment_number, ...rest } = input
  const isSeller = before.user_type === 'Seller'
  if (isSeller && payment_number === null) throw invalid({ payment_number: ['required'] })
  const changes = {
    ...rest,
    ...(payment_number === undefined ? {} : { payment_number }),
    ...(isSeller && business_name !== undefined ? { business_name } : {}),
  }
  if (Object.keys(changes).length === 0) return presentUser(before)
  const after = await updateUser(ctx.tx, before.id, changes)
  if (payoutNumber(after) !== payoutNumber(before)) await queueNumberChangedEmail(ctx, before, after)
  return presentUser(after)
}

const payoutNumber = (row: UserRow): string => row.payment_number ?? row.phone_number

/** To the address that the account had before: somebody who took the account over must not be able to silence it. */
async function queueNumberChangedEmail(ctx: UserCtx, before: UserRow, after: UserRow): Promise<void> {
  const { locale } = after
  const openDeals = await countOpenDeals(ctx.tx, after.id)
  const numbers = { before: maskedAccount(payoutNumber(before)), after: maskedAccount(payoutNumber(after)) }
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
