/** That a deal stands still, or goes on, to its two people. The team hears of the bank's line itself. */
import { dealLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import type { DealRow } from '#server/repositories/deals.ts'
import type { Ctx } from '#server/services/context.ts'
import { participantsOf } from '#server/services/deal/participants.ts'
import { deliver, partiesOf } from './deliver.ts'

const HEADLINES = { taken_back: m.email_deal_frozen, disputed: m.email_deal_disputed_at_bank } as const

interface Freeze {
  /** Null: it is over. */
  readonly cause: keyof typeof HEADLINES | null
  readonly amountPaise: number
}

export async function notifyOfFreeze(ctx: Ctx, deal: DealRow, { cause, amountPaise }: Freeze): Promise<void> {
  const participants = await participantsOf(ctx, deal)
  const text = (locale: Locale) => {
    const amount = formatPaiseShort(amountPaise)
    const headline =
      cause === null ? m.email_deal_goes_on({}, { locale }) : HEADLINES[cause]({ amount }, { locale })
    const title = { title: participants.title, amount: formatPaiseShort(participants.amountPaise) }
    return {
      headline,
      subject: headline.replace(/[.।]$/, ''),
      body: cause === null ? [] : [m.email_deal_frozen_next({}, { locale })],
      about: m.email_deal_line(title, { locale }),
      link: dealLink(participants.publicUrl, locale, participants.dealId),
      linkLabel: m.email_open({}, { locale }),
    }
  }
  await deliver(
    ctx,
    partiesOf(participants).map(({ person }) => ({
      key: `freeze:${deal.id}:${ctx.now}:${cause === null ? 'over' : 'begun'}`,
      kind: 'stray',
      person,
      dealId: deal.id,
      contentIn: text,
      notBefore: null,
    })),
  )
}
