/** Deals of the grid as a file, stretch by stretch: each is read in a transaction of its own, and none stays in memory. */
import { Readable } from 'node:stream'
import type { ExportFormat, GridFilter, GridTransaction } from '#core/contract/deal-grid.ts'
import { csvOf } from '#core/csv.ts'
import { xlsxStream } from '#server/lib/xlsx-stream.ts'
import { countSelected, listStretch } from '#server/repositories/deal-grid.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { presentRow } from './grids.ts'

const STRETCH = 500

export type DealSelection = GridFilter & { readonly forms?: readonly string[] | undefined }

const COLUMNS = [
  ...([
    'form_pk',
    'track',
    'status',
    'whose_move',
    'created_at',
    'due_at',
    'amount',
    'service_details',
  ] as const),
  ...(['payer_first_name', 'payer_last_name', 'payer_phone', 'payee_name', 'cpty_company'] as const),
  ...(['main_user_fname', 'main_user_lname', 'main_user_phone'] as const),
] satisfies readonly (keyof GridTransaction)[]

const textOf = (value: GridTransaction[keyof GridTransaction]): string =>
  Array.isArray(value) ? value.join(' ') : String(value ?? '')

interface DealExport {
  readonly total: number
  readonly name: string
  readonly stream: Readable
}

/** Who took what with them is written down before the first row leaves. */
export async function exportDeals(
  inTransaction: InTransaction<UserCtx>,
  selection: DealSelection,
  format: ExportFormat,
): Promise<DealExport> {
  const total = await inTransaction(async (ctx) => {
    const count = await countSelected(ctx.tx, selection)
    await recordAudit(ctx, {
      action: 'data_exported',
      actor: ctx.user,
      subject: { type: 'deals', id: format },
      after: { ...selection, rows: count },
    })
    return count
  })
  const rows = textRows(inTransaction, selection)
  const stream = format === 'xlsx' ? xlsxStream(rows) : Readable.from(csvParts(rows))
  return { total, name: `transactions.${format}`, stream }
}

async function* textRows(
  inTransaction: InTransaction<UserCtx>,
  selection: DealSelection,
): AsyncGenerator<readonly string[]> {
  yield COLUMNS
  let before: number | null = null
  for (;;) {
    const limit = { before, limit: STRETCH }
    const { last, rows } = await inTransaction(async (ctx) => {
      const deals = await listStretch(ctx.tx, selection, limit)
      return {
        last: deals.length < STRETCH ? null : (deals.at(-1)?.no ?? null),
        rows: await Promise.all(deals.map((deal) => presentRow(ctx, deal))),
      }
    })
    for (const row of rows) yield COLUMNS.map((column) => textOf(row[column]))
    if (last === null) return
    before = last
  }
}

/** Excel takes the file for UTF-8 only with a byte order mark. */
async function* csvParts(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield '\ufeff'
  for await (const row of rows) yield csvOf([row])
}
