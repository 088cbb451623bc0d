/**
 * That somebody wrote in the chat of a deal, to the parties who did not. Once until they have read it, and by mail and push
 * only if they have not after some minutes: whoever answers at once needs no mail for every line.
 */

import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { MINUTE_MS } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import type { DealRow } from '#server/repositories/deals.ts'
import { listMarks } from '#server/repositories/messages.ts'
import type { UserCtx } from '#server/services/context.ts'
import { linkFor, participantsOf } from '#server/services/deal/participants.ts'
import type { Viewer } from '#server/services/deal/viewer.ts'
import { deliver, partiesOf, type Recipient } from './deliver.ts'
import { outOfQuietHours } from './reminder-schedule.ts'

const UNREAD_MS = 10 * MINUTE_MS

export async function tellOfMessage(ctx: UserCtx, deal: DealRow, by: Viewer): Promise<void> {
  const [participants, marks] = await Promise.all([participantsOf(ctx, deal), listMarks(ctx.tx, deal.id)])
  const { title, amountPaise } = participants
  const authorIn = (locale: Locale): string =>
    by === 'team' ? m.message_notice_team({}, { locale }) : participants[by].name
  const contentFor = (view: Recipient['view']) => (locale: Locale) => {
    const headline = m.message_notice({ name: authorIn(locale) }, { locale })
    const about = m.email_deal_line({ title, amount: formatPaiseShort(amountPaise) }, { locale })
    return {
      ...{ headline, about },
      subject: `${headline} (${title})`,
      // none of their words: a mail of ours would carry whatever link they wrote
      body: [m.message_notice_text({}, { locale })],
      link: linkFor(participants, view, locale),
      linkLabel: m.email_open({}, { locale }),
    }
  }
  const later = ctx.now + UNREAD_MS
  await deliver(
    ctx,
    partiesOf(participants)
      .filter(({ view, person }) => view !== by && person.id !== null)
      .map(({ view, person }) => ({
        key: `message:${deal.id}:${marks.get(view) ?? 0}`,
        kind: 'message',
        person,
        dealId: deal.id,
        contentIn: contentFor(view),
        isNews: true,
        notBefore: (person.quiet && outOfQuietHours(later, null, person.quiet)) ?? later,
      })),
  )
}
