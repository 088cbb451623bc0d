/**
 * The end of an account. The person goes from it; deals, ledger and invoices stay as long as the tax and company laws
 * ask (eight years after the year they are in). Refused while somebody still relies on the account, or we owe it money.
 */
import { Refusal } from '../../../core/errors.ts'
import { m } from '../../../messages/compiled/messages.js'
import { anonymise, countOpenDeals, isOwedMoney, lockUser } from '../../repositories/account.ts'
import type { UserCtx } from '../context.ts'
import { sendLetter } from '../mail/send.ts'

const KEPT_YEARS = 8

/** The end of the financial year (31 March) of the last possible deal, and eight years. */
export function keptUntil(now: number): number {
  const day = new Date(now)
  const year = day.getUTCFullYear() + (day.getUTCMonth() >= 3 ? 1 : 0)
  return Date.UTC(year + KEPT_YEARS, 2, 31)
}

/** The password was judged outside: it is slow. */
export async function deleteAccount(ctx: UserCtx): Promise<{ keptUntil: number }> {
  const user = await lockUser(ctx.tx, ctx.user.id)
  if (!user) throw new Refusal('unauthenticated')
  if ((await countOpenDeals(ctx.tx, user.id)) > 0) throw new Refusal('deals_open')
  if (await isOwedMoney(ctx.tx, user.id)) throw new Refusal('money_owed')
  await tellGone(ctx, user)
  await anonymise(ctx.tx, user.id, new Date(ctx.now))
  return { keptUntil: keptUntil(ctx.now) }
}

async function tellGone(ctx: UserCtx, user: { email: string; first_name: string; locale: 'en' | 'hi' }) {
  const { locale } = user
  await sendLetter(ctx, {
    key: `account-deleted:${ctx.user.id}`,
    // nobody's: it outlives the account
    userId: null,
    recipient: user.email,
    subject: m.mail_deleted_subject({}, { locale }),
    parts: {
      locale,
      name: user.first_name,
      about: null,
      headline: m.mail_deleted_subject({}, { locale }),
      seats: [],
      money: [],
      turn: [m.account_delete_kept({}, { locale }), m.mail_deleted_not_you({}, { locale })],
      link: `${ctx.house.publicUrl}${locale === 'hi' ? '/hi' : ''}/grievance`,
      linkLabel: m.mail_deleted_write({}, { locale }),
      publicUrl: ctx.house.publicUrl,
    },
    notBefore: null,
  })
}
