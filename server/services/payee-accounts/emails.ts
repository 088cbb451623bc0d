/** Tells the owner of an account at a provider that money of their deals goes to another bank account, with a link that stops it. */
import { pageLink } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import type { UserRow } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { fromUser } from '#server/services/deal/participants.ts'
import { deliver, teamOf } from '#server/services/notifications/deliver.ts'

/** `placeholder`: of the link's token. */
export async function tellOfAccount(
  ctx: Ctx,
  { user, bank, placeholder }: { user: UserRow; bank: string; placeholder: string },
): Promise<void> {
  await deliver(ctx, [
    {
      key: `payee-account-sent:${user.id}:${ctx.now}`,
      kind: 'payout_target',
      dealId: null,
      person: fromUser(ctx, user),
      contentIn: (locale) => ({
        subject: m.email_account_sent_subject({}, { locale }),
        headline: m.email_account_sent({ bank }, { locale }),
        about: null,
        body: [m.email_account_sent_text({}, { locale }), m.email_target_not_you({}, { locale })],
        // the token is behind the #, which no server and no log sees
        link: pageLink(ctx.settings.publicUrl, locale, `/link#not_me.${placeholder}`),
        linkLabel: m.email_target_link({}, { locale }),
      }),
      notBefore: null,
    },
  ])
}

interface SentAccount {
  readonly owner: UserRow
  readonly bank: string
  readonly submittedAt: Date
}

/** No call changes it there: a person does in the provider's dashboard. Once for what was sent. */
export async function tellTeamOfOtherBank(
  ctx: Ctx,
  { owner, bank, submittedAt }: SentAccount,
): Promise<void> {
  const words = { bank, name: fromUser(ctx, owner).name }
  const team = await teamOf(ctx)
  await deliver(
    ctx,
    team.map(({ person }) => ({
      key: `payee-account-bank:${owner.id}:${submittedAt.getTime()}`,
      kind: 'stray',
      dealId: null,
      person,
      contentIn: (locale) => ({
        subject: m.email_account_other_bank_subject({}, { locale }),
        headline: m.email_account_other_bank(words, { locale }),
        about: null,
        body: [m.email_account_other_bank_text({}, { locale })],
        link: pageLink(ctx.settings.publicUrl, locale, `/admin/people/${owner.id}`),
        linkLabel: m.email_open_desk({}, { locale }),
      }),
      notBefore: null,
    })),
  )
}
