/** What went back, where to, and what to do when it does not arrive. */
import { Refusal } from '../../../core/errors.ts'
import type { Status } from '../../../core/lifecycle/states.ts'
import { m } from '../../../messages/compiled/messages.js'
import type { Paper } from '../../pdf/paper.ts'
import { standing } from '../notices/after.ts'
import { headlineOf } from '../notices/story.ts'
import { paidOut, payoutsFor, seatsOf, sumsOf } from './money-tables.ts'
import { framed, type Sheet } from './sheet.ts'

/** Throws Refusal `wrong_state` when nothing goes back to who asks. */
export async function refundAdvice(sheet: Sheet): Promise<Paper> {
  const { locale } = sheet
  const back = (await payoutsFor(sheet)).filter((row) => row.purpose !== 'release')
  if (back.length === 0) throw new Refusal('wrong_state')
  return framed(sheet, {
    title: m.paper_refund_advice({}, { locale }),
    seats: await seatsOf(sheet, await sumsOf(sheet)),
    blocks: [
      {
        kind: 'facts',
        rows: [
          [m.paper_for({}, { locale }), sheet.scene.title],
          [m.paper_refund_why({}, { locale }), why(sheet)],
        ],
      },
      { kind: 'heading', text: m.paper_paid_out({}, { locale }) },
      paidOut(sheet, back),
      { kind: 'text', text: m.paper_refund_where({}, { locale }) },
    ],
  })
}

/** The deal's last move, which is what ended it when it has ended. */
function why(sheet: Sheet): string {
  const { scene, facts, events, loaded, locale } = sheet
  const event = events.at(-1)
  if (!event) return ''
  const { commission_basis_points: commissionBasisPoints } = loaded.deal
  const after = { ...standing(facts), from: before(sheet) }
  return headlineOf({ scene, after, event, commissionBasisPoints }, { view: 'team', locale })
}

/** The state that the last move left, as far as a deadline's words depend on it. */
function before({ facts, events }: Sheet): Status {
  if (facts.dispute) return 'disputed'
  if (facts.fundedAt === null) return 'agreed'
  return events.some((event) => event.name === 'ship_return') ? 'return_in_transit' : 'funded'
}
