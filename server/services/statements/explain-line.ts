/** A line that is neither a payment for a deal nor a payout: from where it waits to the account that its explanation names. */
import { SUSPENSE, UNEXPLAINED } from '#core/accounts.ts'
import { invalid } from '#core/errors.ts'
import { type Explanation, placeOf } from '#core/statements/explain.ts'
import { signedPaise } from '#core/statements/lines.ts'
import type { DeskLineRow } from '#server/repositories/line-decisions.ts'
import { lockTds } from '#server/repositories/withheld-taxes.ts'
import type { UserCtx } from '#server/services/context.ts'
import { mustPost } from '#server/services/money/post.ts'
import { linePostingId } from './desk-lines.ts'

interface ExplainedAs {
  readonly n: number
  readonly class: Explanation
}

export async function explainLine(
  ctx: UserCtx,
  row: DeskLineRow,
  { n, class: explanation }: ExplainedAs,
): Promise<string> {
  const id = linePostingId(row, 'explained', n)
  // what goes back to a payee in the same moment is not paid to the State
  if (explanation === 'tds') await lockTds(ctx.tx)
  await mustPost(ctx, { id, kind: 'line_explained', entries: entriesOf(row, explanation, 1) })
  return id
}

/** From where the line waits to where it belongs; `-1` turns it round. */
function entriesOf(row: DeskLineRow, explanation: Explanation, direction: 1 | -1) {
  const place = placeOf(row.dir, explanation)
  if (!place) throw invalid({ class: ['select'] })
  const amountPaise = direction * signedPaise({ dir: row.dir, amountPaise: row.amount_paise })
  return [
    { account: row.dir === 'C' ? SUSPENSE : UNEXPLAINED, amountPaise: -amountPaise },
    { account: place, amountPaise },
  ]
}

export async function turnExplanation(
  ctx: UserCtx,
  row: DeskLineRow,
  { n, class: explanation }: ExplainedAs,
): Promise<string> {
  const id = linePostingId(row, 'undone', n)
  await mustPost(ctx, { id, kind: 'line_undone', entries: entriesOf(row, explanation, -1) })
  return id
}
