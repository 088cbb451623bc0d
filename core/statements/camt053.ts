/** CAMT.053, the bank's statement of ISO 20022: `camt.053.001.02` and the versions after it. */
import { readAmount, readDate } from './amounts.ts'
import { type BankStatement, UnreadableStatement } from './lines.ts'
import { joinParts, type StatementPart, type UnbalancedLine } from './running.ts'
import { elementsAt, readXml, textAt, type XmlElement } from './xml.ts'

function paiseAt(element: XmlElement, row: number | null): number {
  const [amount] = elementsAt(element, 'Amt')
  if (amount?.currency && amount.currency !== 'INR') throw new UnreadableStatement('not_rupees', row)
  const cell = readAmount(amount?.text ?? '')
  if (cell === null || cell === 'unreadable' || cell.paise < 0) throw new UnreadableStatement('bad_row', row)
  return cell.paise
}

function directionAt(element: XmlElement, row: number | null): 'C' | 'D' {
  const indicator = textAt(element, 'CdtDbtInd')
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw new UnreadableStatement('bad_row', row)
  return indicator === 'CRDT' ? 'C' : 'D'
}

const dateAt = (element: XmlElement, path: string): string | null =>
  readDate(textAt(element, `${path}/Dt`) ?? textAt(element, `${path}/DtTm`) ?? '', 'ymd')

/** `OPBD` or the first `PRCD` before, `CLBD` after; other kinds say what is only expected. */
function balanceOf(statement: XmlElement, ...codes: readonly string[]): number | null {
  for (const code of codes) {
    const balance = elementsAt(statement, 'Bal').find((bal) => textAt(bal, 'Tp/CdOrPrtry/Cd') === code)
    if (balance) return directionAt(balance, null) === 'D' ? -paiseAt(balance, null) : paiseAt(balance, null)
  }
  return null
}

function narrationOf(entry: XmlElement): string {
  const details = elementsAt(entry, 'NtryDtls/TxDtls')
  const remittances = details.flatMap((detail) => elementsAt(detail, 'RmtInf/Ustrd'))
  const additions = details.flatMap((detail) => elementsAt(detail, 'AddtlTxInf'))
  const texts =
    [remittances, additions, elementsAt(entry, 'AddtlNtryInf')].find(({ length }) => length > 0) ?? []
  return texts
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .join(' ')
    .trim()
}

/** Entries that are only expected, or for information, are no money yet. */
const isBooked = (entry: XmlElement): boolean =>
  (textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK'

function lineOf(entry: XmlElement, row: number): UnbalancedLine {
  const date = dateAt(entry, 'BookgDt') ?? dateAt(entry, 'ValDt')
  if (date === null) throw new UnreadableStatement('bad_row', row)
  return {
    date,
    valueDate: dateAt(entry, 'ValDt'),
    dir: directionAt(entry, row),
    amountPaise: paiseAt(entry, row),
    narration: narrationOf(entry),
    ref: textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef') ?? '',
  }
}

function partOf(statement: XmlElement): StatementPart {
  const currency = textAt(statement, 'Acct/Ccy')
  if (currency !== null && currency !== 'INR') throw new UnreadableStatement('not_rupees')
  const lines = elementsAt(statement, 'Ntry').flatMap((entry, index) =>
    isBooked(entry) ? [lineOf(entry, index + 1)] : [],
  )
  return {
    account: textAt(statement, 'Acct/Id/Othr/Id') ?? textAt(statement, 'Acct/Id/IBAN') ?? '',
    openingPaise: balanceOf(statement, 'OPBD', 'PRCD'),
    closingPaise: balanceOf(statement, 'CLBD'),
    lines: lines.filter(({ amountPaise }) => amountPaise > 0),
  }
}

/**
 * Money in paise, lines oldest first. Throws UnreadableStatement: `unknown_format` without a statement in it, `damaged`,
 * `not_rupees`, `bad_row` (an entry by its number in the statement), and of the whole `several_accounts`, `no_lines`,
 * `too_many_lines`, `balance_broken`.
 */
export function readCamt053(source: string): BankStatement {
  const statements = elementsAt(readXml(source), 'Document/BkToCstmrStmt/Stmt')
  if (statements.length === 0) throw new UnreadableStatement('unknown_format')
  return joinParts('camt053', statements.map(partOf))
}
