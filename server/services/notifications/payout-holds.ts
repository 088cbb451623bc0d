/** That money of somebody's is not sent, and why: to its owner, and where the team has to talk to them, to the team. */
import { pageLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { type HoldReason, isWaiting, REASONS_OF_TARGET, reasonsForParties } from '#core/payout-holds.ts'
import { formatMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { heldText } from '#messages/payout-text.ts'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { fromUser } from '#server/services/deal/participants.ts'
import { deliver, teamOf } from './deliver.ts'
import { dealOf, notifyOwner, type PaymentText } from './payment-notifications.ts'

interface PayoutHold {
  readonly payoutId: string
  readonly userId: number
  readonly dealId: string
  readonly amountPaise: number
  readonly because: readonly HoldReason[]
  readonly until: Date | null
}

/** To its owner, who has just read that the money comes to them: why it does not yet, and what they can do. */
export async function notifyOfHold(
  ctx: Ctx,
  { payoutId, userId, dealId, amountPaise, because, until }: PayoutHold,
): Promise<void> {
  const reasons = reasonsForParties(because.filter(isWaiting))
  if (reasons.length === 0) return
  const [owner, deal] = await Promise.all([findUser(ctx.tx, userId), dealOf(ctx, dealId)])
  if (!owner) throw new Error(`user ${userId} does not exist`)
  const text: PaymentText = (locale) => ({
    headline: m.email_payout_waits({ amount: formatPaiseShort(amountPaise) }, { locale }),
    body: reasons.map((reason) =>
      heldText(reason, until ? formatMoment(until.getTime(), locale) : '', locale),
    ),
  })
  const isTheirs = because.some((reason) => REASONS_OF_TARGET.includes(reason))
  await notifyOwner(
    ctx,
    // once for its first reasons, and once for a payment that the bank has taken back since
    {
      key: `payout:${payoutId}:waits${because.includes('taken_back') ? ':taken_back' : ''}`,
      kind: 'payout',
      dealId,
    },
    { person: fromUser(ctx, owner), deal, text, ...(isTheirs ? { leadsTo: '/account' } : {}) },
  )
}

/** "This was not me": to the team, which has to talk to them, and to its owner, that it holds. */
export async function notifyOfStop(ctx: Ctx, user: UserRow): Promise<void> {
  const { publicUrl } = ctx.settings
  const topic = { key: `payouts-frozen:${user.id}:${ctx.now}`, kind: 'payout_target', dealId: null }
  const owner = fromUser(ctx, user)
  const toOwner = (locale: Locale) => ({
    subject: m.target_frozen({}, { locale }),
    headline: m.target_frozen({}, { locale }),
    about: null,
    body: [m.target_frozen_text({}, { locale })],
    link: pageLink(publicUrl, locale, '/account'),
    linkLabel: m.email_changed_look({}, { locale }),
  })
  const toTeam = (locale: Locale) => {
    const headline = m.email_not_me_team({ name: owner.name }, { locale })
    return {
      subject: headline,
      headline,
      about: null,
      body: [m.email_not_me_team_next({}, { locale })],
      link: `${publicUrl}/admin/people/${user.id}`,
      linkLabel: m.email_open_desk({}, { locale }),
    }
  }
  const team = await teamOf(ctx)
  await deliver(ctx, [
    { ...topic, person: owner, contentIn: toOwner, notBefore: null },
    ...team.map(({ person }) => ({ ...topic, person, contentIn: toTeam, notBefore: null })),
  ])
}
