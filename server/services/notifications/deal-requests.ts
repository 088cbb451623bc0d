/** A buyer is asked for a deal, a seller is told no. Mailed as offers are: more than a few an hour come as one email. */
import type { Locale } from '#core/locale.ts'
import { m } from '#messages/compiled/messages.js'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { fromUser } from '#server/services/deal/participants.ts'
import { deliver } from './deliver.ts'

interface Asked {
  readonly id: string
  readonly title: string
}

const dealsLink = (ctx: Ctx, locale: Locale): string =>
  `${ctx.settings.publicUrl}${locale === 'hi' ? '/hi' : ''}/deals`

export async function tellAsked(
  ctx: Ctx,
  buyer: UserRow,
  { id, ...words }: Asked & { readonly shop: string; readonly amount: string },
): Promise<void> {
  const headlineIn = (locale: Locale) => m.request_asked_title(words, { locale })
  await deliver(ctx, [
    {
      key: `request:${id}`,
      kind: 'request',
      person: fromUser(ctx, buyer),
      dealId: null,
      isOffer: true,
      notBefore: null,
      contentIn: (locale) => ({
        subject: headlineIn(locale),
        about: null,
        headline: headlineIn(locale),
        body: [m.request_asked_text({}, { locale })],
        link: dealsLink(ctx, locale),
        linkLabel: m.request_asked_open({}, { locale }),
      }),
    },
  ])
}

export async function tellDeclined(ctx: Ctx, sellerId: number, { id, title }: Asked): Promise<void> {
  const seller = await findUser(ctx.tx, sellerId)
  if (!seller) return
  const headlineIn = (locale: Locale) => m.request_declined_title({ title }, { locale })
  await deliver(ctx, [
    {
      key: `request-declined:${id}`,
      kind: 'request_declined',
      person: fromUser(ctx, seller),
      dealId: null,
      notBefore: null,
      contentIn: (locale) => ({
        subject: headlineIn(locale),
        about: null,
        headline: headlineIn(locale),
        body: [m.request_declined_text({}, { locale })],
        link: dealsLink(ctx, locale),
        linkLabel: m.request_asked_open({}, { locale }),
      }),
    },
  ])
}
