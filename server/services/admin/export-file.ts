/** Rows of a grid as a file, stretch by stretch: each is read in a transaction of its own, and none stays in memory. */
import { Readable } from 'node:stream'
import type { ExportFormat } from '#core/contract/deal-grid.ts'
import { csvOf } from '#core/csv.ts'
import { xlsxStream } from '#server/lib/xlsx-stream.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'

const STRETCH = 500

interface StretchPlace {
  /** The number of the last row of the stretch before; null at the beginning. */
  readonly before: number | null
  readonly limit: number
}

export interface ExportSource<Row> {
  /** As the audit log has it. */
  readonly subject: string
  /** Of the file, without its ending. */
  readonly name: string
  readonly selection: Readonly<Record<string, unknown>>
  readonly columns: readonly (keyof Row & string)[]
  count(ctx: UserCtx): Promise<number>
  /** Newest first, with the number of each row. */
  stretch(ctx: UserCtx, place: StretchPlace): Promise<readonly { readonly no: number; readonly row: Row }[]>
}

interface ExportFile {
  readonly total: number
  readonly name: string
  readonly stream: Readable
}

/** Who took what with them is written down before the first row leaves. */
export async function exportFile<Row>(
  inTransaction: InTransaction<UserCtx>,
  source: ExportSource<Row>,
  format: ExportFormat,
): Promise<ExportFile> {
  const total = await inTransaction(async (ctx) => {
    const count = await source.count(ctx)
    await recordAudit(ctx, {
      action: 'data_exported',
      actor: ctx.user,
      subject: { type: source.subject, id: format },
      after: { ...source.selection, rows: count },
    })
    return count
  })
  const rows = textRows(inTransaction, source)
  const stream = format === 'xlsx' ? xlsxStream(rows) : Readable.from(csvParts(rows))
  return { total, name: `${source.name}.${format}`, stream }
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value ?? ''))

async function* textRows<Row>(
  inTransaction: InTransaction<UserCtx>,
  { columns, stretch }: ExportSource<Row>,
): AsyncGenerator<readonly string[]> {
  yield columns
  let before: number | null = null
  for (;;) {
    const place: StretchPlace = { before, limit: STRETCH }
    const rows = await inTransaction((ctx) => stretch(ctx, place))
    for (const { row } of rows) yield columns.map((column) => textOf(row[column]))
    const last = rows.at(-1)
    if (!last || rows.length < STRETCH) return
    before = last.no
  }
}

/** Excel takes the file for UTF-8 only with a byte order mark. */
async function* csvParts(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield '\ufeff'
  for await (const row of rows) yield csvOf([row])
}
