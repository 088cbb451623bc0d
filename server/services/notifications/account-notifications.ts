/** Tells a payee how far their account at the payment provider is, when it is their move or they can be paid. */
import { pageLink } from '#core/links.ts'
import type { AccountState } from '#core/payee-accounts.ts'
import { m } from '#messages/compiled/messages.js'
import { findUser } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { fromUser } from '#server/services/deal/participants.ts'
import { deliver } from './deliver.ts'

const WORDS: Partial<
  Record<AccountState, readonly [headline: typeof m.email_account_ready, text: typeof m.email_account_ready]>
> = {
  activated: [m.email_account_ready, m.email_account_ready_text],
  needs_clarification: [m.email_account_asked, m.email_account_asked_text],
  refused: [m.email_account_refused, m.email_account_refused_text],
}

export async function notifyOfAccount(ctx: Ctx, userId: number, state: AccountState): Promise<void> {
  const words = WORDS[state]
  const owner = words && (await findUser(ctx.tx, userId))
  if (!owner || !words) return
  const [headline, text] = words
  await deliver(ctx, [
    {
      key: `payee-account:${userId}:${state}:${ctx.now}`,
      kind: 'payout_target',
      dealId: null,
      person: fromUser(ctx, owner),
      contentIn: (locale) => ({
        subject: headline({}, { locale }).replace(/[.।]$/, ''),
        headline: headline({}, { locale }),
        about: null,
        body: [text({}, { locale })],
        link: pageLink(ctx.settings.publicUrl, locale, '/account'),
        linkLabel: m.email_account_link({}, { locale }),
      }),
      notBefore: null,
    },
  ])
}
