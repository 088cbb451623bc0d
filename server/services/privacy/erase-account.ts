/**
 * Erases an account. Personal data is erased; deals, ledger entries and invoices are retained for as long as tax and
 * company law ask (eight years after the financial year). Refused while a deal is open, money is owed to the user, or the user
 * owes, or may come to owe, what a bank takes back. A block stays with the number that they have proved.
 * Offers to the account are declined in its name, or they would pass to whoever has its number next.
 */
import { Refusal } from '#core/errors.ts'
import { m } from '#messages/compiled/messages.js'
import { anonymise, countOpenDeals, isOwedMoney, lockUser } from '#server/repositories/account.ts'
import { freeBusinessName } from '#server/repositories/business-names.ts'
import { hasUserOpenChargeback } from '#server/repositories/chargebacks.ts'
import { deleteVerificationsOf } from '#server/repositories/contacts.ts'
import { listOffersTo } from '#server/repositories/deals.ts'
import { eraseLinkedAccount } from '#server/repositories/linked-accounts.ts'
import { eraseTargets } from '#server/repositories/payout-targets.ts'
import { forgetRecipient } from '#server/repositories/tax-recipient.ts'
import { deleteNotesAbout } from '#server/repositories/team-notes.ts'
import { hasEmail, type UserRow } from '#server/repositories/users.ts'
import { keepBlockedNumber } from '#server/services/account/blocked-number.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { isEmailTrusted, isPhoneTrusted } from '#server/services/authorisation.ts'
import type { UserCtx } from '#server/services/context.ts'
import { act } from '#server/services/deals/act.ts'
import { finalDebtOf } from '#server/services/money/debts.ts'
import { queueEmail } from '#server/services/notifications/queue-email.ts'

const RETENTION_YEARS = 8

/** The end of the financial year (31 March) of the last possible deal, and eight years. */
function retainedUntil(now: number): number {
  const day = new Date(now)
  const year = day.getUTCFullYear() + (day.getUTCMonth() >= 3 ? 1 : 0)
  return Date.UTC(year + RETENTION_YEARS, 2, 31)
}

/** Before the account is locked: whoever accepts locks the deal first. */
async function declineOffers(ctx: UserCtx): Promise<void> {
  // nobody can accept them then: they end by themselves
  if (!isPhoneTrusted(ctx, ctx.user)) return
  const reason = m.account_end_decline({}, { locale: ctx.user.locale })
  for (const dealId of await listOffersTo(ctx.tx, ctx.user.id))
    await act(ctx, { dealId, action: 'decline', body: { reason } })
}

interface Erasure {
  /** Who does it: the owner, or one of the team whom they asked. */
  readonly actor: Pick<UserCtx['user'], 'id' | 'userType'>
  readonly reason?: string
}

/** The account of `ctx.user`; answers until when the rest is retained. */
export async function eraseAccount(ctx: UserCtx, { actor, reason }: Erasure): Promise<number> {
  await declineOffers(ctx)
  const user = await lockUser(ctx.tx, ctx.user.id)
  if (!user) throw new Refusal('unauthenticated')
  if ((await countOpenDeals(ctx.tx, user.id)) > 0) throw new Refusal('deals_open')
  if (await isOwedMoney(ctx.tx, user.id)) throw new Refusal('money_owed')
  // a debt without a debtor is lost, and the same person would begin anew without it
  if (await hasUserOpenChargeback(ctx.tx, user.id)) throw new Refusal('chargeback_open')
  if ((await finalDebtOf(ctx, user.id)) > 0) throw new Refusal('debt_open')
  await queueDeletionEmail(ctx, user)
  await deleteVerificationsOf(ctx.tx, user.id)
  await eraseTargets(ctx.tx, user.id, new Date(ctx.now))
  await eraseLinkedAccount(ctx.tx, user.id)
  await freeBusinessName(ctx.tx, user.id)
  await forgetRecipient(ctx.tx, user.id)
  await deleteNotesAbout(ctx.tx, user.id)
  await keepBlockedNumber(ctx, user)
  await anonymise(ctx.tx, user.id, new Date(ctx.now))
  const subject = { type: 'user', id: user.id }
  await recordAudit(ctx, {
    ...{ action: 'account_deleted', actor, subject },
    ...(reason ? { after: { reason } } : {}),
  })
  return retainedUntil(ctx.now)
}

/** To an address that is the account's: one that was only typed is somebody else's. */
async function queueDeletionEmail(ctx: UserCtx, user: UserRow): Promise<void> {
  if (!hasEmail(user) || !isEmailTrusted(ctx, user)) return
  const { locale } = user
  await queueEmail(ctx, {
    key: `account-deleted:${user.id}`,
    // not the user's: the erasure blanks the e-mails of the account
    userId: null,
    recipient: user.email,
    subject: m.email_deleted_subject({}, { locale }),
    content: {
      locale,
      name: user.first_name,
      about: null,
      headline: m.email_deleted_subject({}, { locale }),
      body: [m.account_delete_retained({}, { locale }), m.email_deleted_not_you({}, { locale })],
      link: `${ctx.settings.publicUrl}${locale === 'hi' ? '/hi' : ''}/grievance`,
      linkLabel: m.email_deleted_write({}, { locale }),
      publicUrl: ctx.settings.publicUrl,
    },
    notBefore: null,
  })
}
