/** One paper of a deal for one of its people, as data; drawing it is slow and happens after the transaction. */
import type { PaperName } from '../../../core/contract/papers.ts'
import type { Paper } from '../../pdf/paper.ts'
import type { UserCtx } from '../context.ts'
import type { Locale } from '../notices/scene.ts'
import { agreement } from './agreement.ts'
import { decision } from './decision.ts'
import { receipt } from './receipt.ts'
import { refundAdvice } from './refund-advice.ts'
import { openSheet, type Sheet } from './sheet.ts'

const MAKE: Readonly<Record<PaperName, (sheet: Sheet) => Promise<Paper>>> = {
  agreement,
  receipt,
  'refund-advice': refundAdvice,
  decision,
}

export interface Asked {
  readonly dealId: string
  readonly name: PaperName
  readonly lang: Locale | undefined
}

/** Throws Refusal `not_found` for strangers, `wrong_state` when the deal is not that far. */
export async function makePaper(ctx: UserCtx, { dealId, name, lang }: Asked): Promise<Paper> {
  return MAKE[name](await openSheet(ctx, dealId, lang))
}
