/** The statement of a person: what they paid in, what became theirs, what was paid to them, and what is owed after each. */
import type { STATEMENT_FORMATS } from '#core/contract/ledger.ts'
import { csvOf } from '#core/csv.ts'
import { Refusal } from '#core/errors.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { endOfIstDay, formatMoment, startOfIstDay, toIso } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { transferName } from '#messages/ledger-text.ts'
import { companyProfile } from '#server/mail/company-profile.ts'
import type { PdfContent } from '#server/pdf/document.ts'
import { type LineOfPerson, linesOfPerson, owedBefore } from '#server/repositories/ledger-pages.ts'
import { findPerson } from '#server/repositories/people.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'

/** More are no document that anybody reads: fewer days are asked for then. */
const MOST_LINES = 2_000
const PAISE = 100

interface StatementRequest {
  readonly format: (typeof STATEMENT_FORMATS)[number]
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly lang?: Locale | undefined
}

interface OwedLine extends LineOfPerson {
  readonly owedAfter: number
}

interface PersonStatement {
  readonly name: string
  readonly id: number
  readonly before: number
  readonly lines: readonly OwedLine[]
  readonly after: number
}

export type StatementFile =
  | { readonly name: string; readonly csv: string }
  | { readonly name: string; readonly pdf: PdfContent }

export async function statementOf(
  ctx: UserCtx,
  id: number,
  { format, from, to, lang }: StatementRequest,
): Promise<StatementFile> {
  const row = await findPerson(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  const until = new Date(to === undefined ? ctx.now : Math.min(endOfIstDay(to), ctx.now))
  const first = new Date(from === undefined ? 0 : startOfIstDay(from))
  const before = await owedBefore(ctx.tx, id, first)
  const lines = await linesOfPerson(ctx.tx, id, { from: first, until, limit: MOST_LINES + 1 })
  if (lines.length > MOST_LINES) throw new Refusal('limit_reached')
  const statement = { name: `${row.first_name} ${row.last_name}`, id, before, ...withOwed(lines, before) }
  await recordAudit(ctx, {
    action: 'data_exported',
    actor: ctx.user,
    subject: { type: 'user', id },
    after: { format, from, to, rows: statement.lines.length },
  })
  const name = `statement-${id}.${format}`
  return format === 'csv'
    ? { name, csv: csvText(statement) }
    : { name, pdf: layoutStatement(ctx, statement, lang ?? ctx.user.locale) }
}

function withOwed(lines: readonly LineOfPerson[], before: number) {
  let after = before
  const owedLines = lines.map((line): OwedLine => {
    after += line.owed
    return { ...line, owedAfter: after }
  })
  return { lines: owedLines, after }
}

/** Excel takes the file for UTF-8 only with a byte order mark; amounts are numbers, in rupees. */
function csvText({ before, lines }: PersonStatement): string {
  const rupees = (value: number): number => value / PAISE
  const rows = lines.map(({ at, kind, deal_id, paid_in, owed, owedAfter }) => [
    ...[toIso(at.getTime()), kind, deal_id ?? '', rupees(paid_in)],
    ...[rupees(Math.max(owed, 0)), rupees(Math.max(-owed, 0)), rupees(owedAfter)],
  ])
  const head = ['at', 'kind', 'form_pk', 'paid_in', 'credited', 'paid_out', 'owed_after']
  return `\ufeff${csvOf([head, ['', 'before', '', '', '', '', rupees(before)], ...rows])}`
}

function layoutStatement(
  ctx: UserCtx,
  { name: person, id, before, lines, after }: PersonStatement,
  locale: Locale,
): PdfContent {
  const { legal_name, address, email, name } = companyProfile()
  const text = (value: number): string => (value === 0 ? '' : formatPaiseShort(value))
  return {
    ...{ locale, brand: name[locale], title: m.statement_title({}, { locale }), number: String(id) },
    issued: m.statement_issued({ at: formatMoment(ctx.now, locale) }, { locale }),
    moneyLine: [],
    blocks: [
      {
        kind: 'facts',
        rows: [
          [m.document_for({}, { locale }), `${person} (${id})`],
          [m.statement_before({}, { locale }), formatPaiseShort(before)],
          [m.statement_after({}, { locale }), formatPaiseShort(after)],
        ],
      },
      {
        ...{ kind: 'table', isMoney: true, widths: [5, 5, 3, 3, 3, 3] },
        head: [
          m.document_when({}, { locale }),
          m.document_for({}, { locale }),
          m.statement_paid_in({}, { locale }),
          m.statement_credited({}, { locale }),
          m.statement_paid_out({}, { locale }),
          m.statement_owed({}, { locale }),
        ],
        rows: lines.map(({ at, kind, deal_id, paid_in, owed, owedAfter }) => [
          formatMoment(at.getTime(), locale),
          [transferName(kind, { locale }), ...(deal_id === null ? [] : [deal_id])].join('\n'),
          ...[text(paid_in), text(Math.max(owed, 0)), text(Math.max(-owed, 0)), formatPaiseShort(owedAfter)],
        ]),
      },
    ],
    footer: `${legal_name}, ${address}, ${email}`,
    page: m.document_page({}, { locale }),
  }
}
