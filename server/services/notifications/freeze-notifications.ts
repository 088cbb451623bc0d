/** That a deal stands still, or goes on, to its two people. The team hears of the bank's line itself. */
import { dealLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import type { DealRow } from '#server/repositories/deals.ts'
import type { Ctx } from '#server/services/context.ts'
import { participantsOf } from '#server/services/deal/participants.ts'
import { deliver, partiesOf } from './deliver.ts'

interface Freeze {
  readonly isOver: boolean
  readonly amountPaise: number
}

export async function notifyOfFreeze(
  ctx: Ctx,
  deal: DealRow,
  { isOver, amountPaise }: Freeze,
): Promise<void> {
  const participants = await participantsOf(ctx, deal)
  const text = (locale: Locale) => {
    const amount = formatPaiseShort(amountPaise)
    const headline = isOver
      ? m.email_deal_goes_on({}, { locale })
      : m.email_deal_frozen({ amount }, { locale })
    const title = { title: participants.title, amount: formatPaiseShort(participants.amountPaise) }
    return {
      headline,
      subject: headline.replace(/[.।]$/, ''),
      body: isOver ? [] : [m.email_deal_frozen_next({}, { locale })],
      about: m.email_deal_line(title, { locale }),
      link: dealLink(participants.publicUrl, locale, participants.dealId),
      linkLabel: m.email_open({}, { locale }),
    }
  }
  await deliver(
    ctx,
    partiesOf(participants).map(({ person }) => ({
      key: `freeze:${deal.id}:${ctx.now}:${isOver ? 'over' : 'begun'}`,
      kind: 'stray',
      person,
      dealId: deal.id,
      contentIn: text,
      notBefore: null,
    })),
  )
}
