/**
 * What a report said once and no longer says, and what the books know by now: a line that was theirs alone is held against
 * them again, and its fee is booked when they agree.
 */
import { judgeMovement, netPaise } from '#core/settlements.ts'
import type { Movement, Rail } from '#server/rails/rail.ts'
import { closeMissing, insertDiscrepancies, listTheirsOnly } from '#server/repositories/discrepancies.ts'
import type { Posting } from '#server/repositories/ledger.ts'
import { listLinesOfDay, ourRows, type SettlementLineRow } from '#server/repositories/settlements.ts'
import type { Ctx } from '#server/services/context.ts'
import { postMoney } from '#server/services/money/post.ts'
import { feePosting } from './fee-posting.ts'

const isOf = (line: SettlementLineRow, { type, id }: Pick<Movement, 'type' | 'id'>): boolean =>
  line.type === type && line.entity_id === id

/** The second reading of a day has not what the first had: each such line is a row until a report has it again. */
export async function findVanished(
  { tx, now }: Ctx,
  provider: string,
  { day, movements }: { readonly day: string; readonly movements: readonly Movement[] },
): Promise<void> {
  const stored = await listLinesOfDay(tx, provider, day)
  const present = new Set(movements.map(({ type, id }) => `${type} ${id}`))
  const vanished = stored.filter((line) => !present.has(`${line.type} ${line.entity_id}`))
  await insertDiscrepancies(
    tx,
    vanished.map((line) => ({
      ...{ provider, kind: 'ours_only' as const, type: line.type, reference: line.entity_id },
      ours_paise: netPaise({ creditPaise: line.credit_paise, debitPaise: line.debit_paise }),
      ...{ theirs_paise: null, opened_at: new Date(now) },
    })),
  )
}

/** Payments and refunds that a report had before we knew of them. */
export async function agreeLater(
  ctx: Ctx,
  { name: provider, feeRates }: Pick<Rail, 'name' | 'feeRates'>,
): Promise<void> {
  const lines = await listTheirsOnly(ctx.tx, provider)
  if (lines.length === 0) return
  const ours = await ourRows(
    ctx.tx,
    provider,
    lines.map(({ entity_id }) => entity_id),
  )
  for (const line of lines) {
    const row = ours.find(({ type, id }) => isOf(line, { type, id }))
    if (row) await settleLine(ctx, line, { ourPaise: row.paise, feeRates: feeRates ?? null })
  }
}

interface KnownLine {
  readonly ourPaise: number
  readonly feeRates: readonly number[] | null
}

/** As the report had it; what still differs is a row of its own. */
async function settleLine(
  ctx: Ctx,
  line: SettlementLineRow,
  { ourPaise, feeRates }: KnownLine,
): Promise<void> {
  const { provider, type, entity_id: id } = line
  const movement = {
    ...{ type, id, amountPaise: line.amount_paise, debitPaise: line.debit_paise },
    ...{ creditPaise: line.credit_paise, feePaise: line.fee_paise, taxPaise: line.tax_paise },
  }
  const finding = judgeMovement(movement, ourPaise, feeRates)
  if (finding)
    await insertDiscrepancies(ctx.tx, [
      {
        ...{ provider, kind: finding.kind, type, reference: id, opened_at: new Date(ctx.now) },
        ...{ ours_paise: finding.oursPaise, theirs_paise: finding.theirsPaise },
      },
    ])
  else if (line.fee_paise > 0) await bookFee(ctx, feePosting(provider, movement))
  await closeMissing(ctx.tx, provider, { references: [id], at: new Date(ctx.now), kind: 'theirs_only' })
}

/** Another server may have booked it a moment ago. */
async function bookFee(ctx: Ctx, posting: Posting): Promise<void> {
  const result = await postMoney(ctx, posting)
  if (result !== 'created' && result !== 'exists')
    throw new Error(`ledger answered ${result} to ${posting.id}`)
}
