/** What needs the team: stray money, failed payouts, mediations, and whether the ledger is valid. */
import type { attention } from '#core/contract/admin.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import { toIso } from '#core/time.ts'
import { listMediations, listPayoutsInReview, listStray, totals } from '#server/repositories/admin.ts'
import type { UserCtx } from '#server/services/context.ts'
import { booksState } from './home.ts'

const MAX_ROWS = 50

export async function overview(ctx: UserCtx): Promise<Answer<typeof attention>> {
  const [stray, review, mediations] = [
    await listStray(ctx.tx, MAX_ROWS),
    await listPayoutsInReview(ctx.tx, MAX_ROWS),
    await listMediations(ctx.tx, MAX_ROWS),
  ]
  return {
    ...(await totals(ctx.tx)),
    books: booksState(),
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
    samples: ctx.settings.samples,
  }
}
