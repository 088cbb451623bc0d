/** My name, where I am paid, my language. A changed payment number is always told by mail: it is where money goes. */
import type { ProfileChanges } from '../../../core/contract/account.ts'
import type { User } from '../../../core/contract/auth.ts'
import { invalid } from '../../../core/errors.ts'
import { m } from '../../../messages/compiled/messages.js'
import { countOpenDeals, lockUser, updateUser } from '../../repositories/account.ts'
import type { UserRow } from '../../repositories/users.ts'
import { presentUser } from '../accounts/session.ts'
import type { UserCtx } from '../context.ts'
import { sendLetter } from '../mail/send.ts'

export async function updateProfile(ctx: UserCtx, asked: ProfileChanges): Promise<User> {
  const before = await lockUser(ctx.tx, ctx.user.id)
  if (!before) throw invalid({ non_field_errors: ['required'] })
  const { business_name, payment_number, ...rest } = asked
  const isSeller = before.user_type === 'Seller'
  if (isSeller && payment_number === null) throw invalid({ payment_number: ['required'] })
  const changes = {
    ...rest,
    ...(payment_number === undefined ? {} : { payment_number }),
    ...(isSeller && business_name !== undefined ? { business_name } : {}),
  }
  if (Object.keys(changes).length === 0) return presentUser(before)
  const after = await updateUser(ctx.tx, before.id, changes)
  if (paidTo(after) !== paidTo(before)) await tellNewNumber(ctx, before, after)
  return presentUser(after)
}

const paidTo = (row: UserRow): string => row.payment_number ?? row.phone_number
const masked = (phone: string): string => `••••••${phone.slice(-4)}`

/** To the address that the account had: who took it over cannot silence this. */
async function tellNewNumber(ctx: UserCtx, before: UserRow, after: UserRow): Promise<void> {
  const { locale } = after
  const open = await countOpenDeals(ctx.tx, after.id)
  await sendLetter(ctx, {
    key: `paid-to:${after.id}:${ctx.now}`,
    userId: after.id,
    recipient: before.email,
    subject: m.mail_paid_to_subject({}, { locale }),
    parts: {
      locale,
      name: after.first_name,
      about: null,
      headline: m.mail_paid_to_headline(
        { before: masked(paidTo(before)), after: masked(paidTo(after)) },
        { locale },
      ),
      seats: [],
      money: open > 0 ? [m.mail_paid_to_open({ count: String(open) }, { locale })] : [],
      turn: [m.mail_paid_to_not_you({}, { locale })],
      link: `${ctx.house.publicUrl}${locale === 'hi' ? '/hi' : ''}/account`,
      linkLabel: m.mail_paid_to_look({}, { locale }),
      publicUrl: ctx.house.publicUrl,
    },
    notBefore: null,
  })
}
