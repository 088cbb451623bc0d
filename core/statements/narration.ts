/**
 * What a line says of itself. Its words come from the payer and their app as much as from the bank, so nothing here is a
 * proof: the rules of credits.ts and debits.ts say what may be believed with which amount.
 */
import { bareAccount, type StatementLine } from './lines.ts'

export type LineClass = 'own' | 'foreign' | 'lump' | 'interest' | 'charges' | 'reversal'

export interface NarrationFacts {
  /** Whole words of the shape of a reference or a payout's code. */
  readonly codes: readonly string[]
  /** All letters and digits in a row: a reference typed with dashes, or wrapped in two, stands in it. */
  readonly squeezed: string
  /** Words that may be the beginning of a reference: some banks keep five letters of a note. */
  readonly cuts: readonly string[]
  readonly utrs: readonly string[]
  /** In capitals, without payment addresses. */
  readonly words: ReadonlySet<string>
  /** In small letters, addresses and their beginnings among them. */
  readonly parts: readonly string[]
  /** Of an account that is shown by its last digits. */
  readonly accountTails: readonly string[]
  readonly isReversal: boolean
  readonly class: Exclude<LineClass, 'reversal'> | null
}

// a mobile number before the @ would look like a bank's reference
const VPA = /[a-z0-9][a-z0-9._]*@[a-z][a-z0-9]*/gi
const LETTER = '[0-9A-HJKMNP-TV-Z]'
const CODE = new RegExp(`\\b(?:TD|PY) ?${LETTER}{7,8}\\b`, 'g')
const CUT = new RegExp(`\\bTD${LETTER}{3,7}\\b`, 'g')
const TWELVE = /(?<!\d)\d{12}(?!\d)/g
const TRANSFER = /\b(?:[A-Z]{4}R\d{17}|[A-Z]{4}[A-Z0-9]\d{11})\b/g
const REF_NUMBER = /^(?:UPI-|IMPS-)?0*(\d{12})$/
const TAIL = /\bX{2,}(\d{3,6})\b/g
const REVERSAL_WORDS = ['REV', 'REVERSAL', 'REVERSED', 'RETURN', 'RTN', 'RETURNED', 'REJECTED']

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]+/g, ' ')
const all = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? []

/** The account's own number may have twelve digits too: a bank names it beside the interest that it pays. */
const isUtr = (number: string, account: string): boolean =>
  /[1-9]/.test(number) && bareAccount(number) !== bareAccount(account)

function utrsOf(text: string, ref: string, account: string): string[] {
  const column = ref.trim().toUpperCase()
  const numbers = [...all(text, TWELVE), REF_NUMBER.exec(column)?.[1] ?? '']
  const transfers = [...all(text.toUpperCase(), TRANSFER), ...all(column, TRANSFER)]
  return [...new Set([...numbers.filter((number) => isUtr(number, account)), ...transfers])]
}

const FOREIGN = /\bFIRC|\bINW(?:ARD)? REM|\bIRM\b/
const LUMP = /\bUPI SETTLEMENT\b/
const INTEREST = /\bINT(?:EREST)?\b/
const CHARGES = /\b(?:CHG|CHGS|CHRG|CHRGS|CHARGE|CHARGES|GST|FEE|FEES|COMMISSION)\b/

interface NarrationContext {
  readonly text: string
  readonly dir: StatementLine['dir']
  /** As the operator configured them: `AMANAT OP`. */
  readonly ownNames: readonly string[]
  /** A person stands behind it: an address, or a reference of a payment in the narration itself. */
  readonly isPersonal: boolean
}

function classOf({ text, dir, ownNames, isPersonal }: NarrationContext): NarrationFacts['class'] {
  if (dir === 'D') return CHARGES.test(text) && !isPersonal ? 'charges' : null
  if (ownNames.some((name) => name.trim() !== '' && text.includes(plain(name).trim()))) return 'own'
  if (FOREIGN.test(text)) return 'foreign'
  if (LUMP.test(text)) return 'lump'
  return INTEREST.test(text) && !isPersonal ? 'interest' : null
}

/**
 * `account` is the one that the line is of: its number is no UTR. `ownNames` are the operator's. Never throws: what is not
 * recognised is left out, and `class` is null where none fits.
 */
export function readNarration(
  line: Pick<StatementLine, 'narration' | 'ref' | 'dir'>,
  account: string,
  ownNames: readonly string[],
): NarrationFacts {
  const { narration, ref, dir } = line
  const withoutVpas = narration.replace(VPA, ' ')
  const text = plain(narration)
  const named = plain(withoutVpas)
  const squeezed = named.replace(/ /g, '')
  const isPersonal =
    withoutVpas !== narration || all(withoutVpas, TWELVE).some((number) => isUtr(number, account))
  return {
    codes: [...new Set(all(named, CODE).map((code) => code.replace(' ', '')))],
    squeezed,
    cuts: [...new Set(all(named, CUT))],
    utrs: utrsOf(withoutVpas, ref, account),
    words: new Set(named.split(' ').filter((word) => word !== '')),
    parts: narration.toLowerCase().split(/[\s/*:,;|()-]+/),
    accountTails: Array.from(text.matchAll(TAIL), (match) => match[1] ?? ''),
    isReversal: REVERSAL_WORDS.some((word) => ` ${text} `.includes(` ${word} `)),
    class: classOf({ text, dir, ownNames, isPersonal }),
  }
}

/** Those of `known` that the line names, whole or with whatever stands between its letters. */
export function knownCodes(
  { codes, squeezed }: NarrationFacts,
  prefix: 'TD' | 'PY',
  isKnown: (code: string) => boolean,
): string[] {
  const inRow: string[] = []
  for (let at = squeezed.indexOf(prefix); at >= 0; at = squeezed.indexOf(prefix, at + 1))
    inRow.push(squeezed.slice(at, at + 10))
  return [...new Set([...codes, ...inRow])].filter(isKnown)
}
