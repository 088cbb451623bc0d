/** Tells the owner of an account that its money goes elsewhere now, with a link that stops it. */
import { pageLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatMoment } from '#core/time.ts'
import { maskedAccount } from '#core/upi.ts'
import { m } from '#messages/compiled/messages.js'
import type { PayoutTargetRow } from '#server/repositories/payout-targets.ts'
import type { UserRow } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { fromUser } from '#server/services/deal/participants.ts'
import { deliver } from '#server/services/notifications/deliver.ts'

/** In words that teach a thief nothing: what the team saw stays with the team. */
export async function tellOfRefusedTarget(
  ctx: Ctx,
  { owner, target }: { owner: UserRow; target: PayoutTargetRow },
): Promise<void> {
  const words = { address: maskedAccount(target.address_masked) }
  await deliver(ctx, [
    {
      key: `payout-target-refused:${target.id}`,
      kind: 'payout_target',
      dealId: null,
      person: fromUser(ctx, owner),
      contentIn: (locale) => ({
        subject: m.email_target_refused_subject({}, { locale }),
        headline: m.email_target_refused_headline(words, { locale }),
        about: null,
        body: [m.email_target_refused_text({}, { locale })],
        link: pageLink(ctx.settings.publicUrl, locale, '/account'),
        linkLabel: m.email_target_refused_link({}, { locale }),
      }),
      notBefore: null,
    },
  ])
}

/** `placeholder`: of the link's token. Nothing goes to an address that may be somebody else's. */
export async function tellOfTarget(
  ctx: Ctx,
  { user, target, placeholder }: { user: UserRow; target: PayoutTargetRow; placeholder: string },
): Promise<void> {
  const wordsIn = (locale: Locale) => ({
    address: maskedAccount(target.address_masked),
    from: formatMoment(target.usable_from.getTime(), locale),
  })
  const waits = target.usable_from.getTime() > ctx.now
  await deliver(ctx, [
    {
      key: `payout-target:${target.id}`,
      kind: 'payout_target',
      dealId: null,
      person: fromUser(ctx, user),
      contentIn: (locale) => ({
        subject: m.email_target_subject({}, { locale }),
        headline: m.email_target_headline(wordsIn(locale), { locale }),
        about: null,
        body: [
          ...(waits ? [m.email_target_waits(wordsIn(locale), { locale })] : []),
          m.email_target_not_you({}, { locale }),
        ],
        // the token is behind the #, which no server and no log sees
        link: pageLink(ctx.settings.publicUrl, locale, `/link#not_me.${placeholder}`),
        linkLabel: m.email_target_link({}, { locale }),
      }),
      notBefore: null,
    },
  ])
}
