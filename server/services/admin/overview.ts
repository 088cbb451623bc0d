/** What needs the team: stray money, payouts that failed, mediations, and whether the books are sound. */
import type { attention } from '../../../core/contract/admin.ts'
import type { Answer } from '../../../core/contract/endpoint.ts'
import { toIso } from '../../../core/time.ts'
import { listMediations, listPayoutsInReview, listStray, totals } from '../../repositories/admin.ts'
import { alarms } from '../alarms.ts'
import type { UserCtx } from '../context.ts'
import { lastAudit } from '../ledger/audit.ts'

const SHOWN = 50

export async function overview(ctx: UserCtx): Promise<Answer<typeof attention>> {
  const [stray, review, mediations] = [
    await listStray(ctx.tx, SHOWN),
    await listPayoutsInReview(ctx.tx, SHOWN),
    await listMediations(ctx.tx, SHOWN),
  ]
  const audit = lastAudit()
  return {
    ...(await totals(ctx.tx)),
    books: {
      sound: audit.problems.length === 0,
      checked_at: audit.at === null ? null : toIso(audit.at),
      // the alarm about the books only says what the audit says
      problems: [
        ...alarms().flatMap(({ cause, words }) => (cause === 'books' ? [] : [words])),
        ...audit.problems,
      ],
    },
    stray_payments: stray.map((row) => ({
      form_pk: row.deal_id,
      amount_paise: row.amount_paise,
      kind: row.kind === 'applied' ? 'unknown' : row.kind,
      at: toIso(row.at.getTime()),
    })),
    payouts_in_review: review.map((row) => ({
      id: row.id,
      form_pk: row.deal_id,
      amount_paise: row.amount_paise,
      at: toIso(row.created_at.getTime()),
    })),
    mediations: mediations.map((row) => ({
      form_pk: row.id,
      amount_paise: row.amount_paise,
      due_at: row.due_at ? toIso(row.due_at.getTime()) : null,
    })),
    samples: ctx.house.samples,
  }
}
