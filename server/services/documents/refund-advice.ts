/** What went back, where to, and what to do when it does not arrive. */
import { Refusal } from '#core/errors.ts'
import type { Status } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { purposeText } from '#messages/payout-text.ts'
import type { PdfContent } from '#server/pdf/document.ts'
import type { PayoutRow } from '#server/repositories/payments.ts'
import { currentSnapshot } from '#server/services/deal/snapshot.ts'
import { headlineOf } from '#server/services/notifications/compose.ts'
import { type DocumentContext, layoutDocument } from './document-context.ts'
import { balancesOf, keptFor, moneyLineOf, paidOut, payoutsFor } from './money-tables.ts'

/** Throws Refusal `wrong_state` when nothing goes back to the viewer. */
export async function refundAdvice(context: DocumentContext): Promise<PdfContent> {
  const { locale } = context
  const back = (await payoutsFor(context)).filter((row) => row.purpose !== 'release')
  if (back.length === 0) throw new Refusal('wrong_state')
  return layoutDocument(context, {
    title: m.document_refund_advice({}, { locale }),
    moneyLine: await moneyLineOf(context, await balancesOf(context)),
    blocks: [
      {
        kind: 'facts',
        rows: [
          [m.document_for({}, { locale }), context.participants.title],
          [m.document_refund_why({}, { locale }), why(context, back)],
        ],
      },
      { kind: 'heading', text: m.document_paid_out({}, { locale }) },
      paidOut(
        context,
        back,
        (await keptFor(context)).filter(({ party }) => party === 'payer'),
      ),
      { kind: 'text', text: m.document_refund_where({}, { locale }) },
    ],
  })
}

/** The last event of the deal, which is what ended it when it has ended; what did not fit went back whatever happened. */
function why(context: DocumentContext, back: readonly PayoutRow[]): string {
  const { participants, facts, events, locale } = context
  const [first, ...others] = new Set(back.map(({ purpose }) => purposeText(purpose, locale)))
  if (first !== undefined && others.length === 0) return first
  const event = events.at(-1)
  if (!event) return ''
  const snapshot = { ...currentSnapshot(facts), from: before(context) }
  return headlineOf({ participants, snapshot, view: 'team', locale }, event)
}

/** The state before the last event, as far as the words for a deadline depend on it. */
function before({ facts, events }: DocumentContext): Status {
  if (facts.dispute) return 'disputed'
  if (facts.fundedAt === null) return 'agreed'
  return events.some((event) => event.name === 'ship_return') ? 'return_in_transit' : 'funded'
}
