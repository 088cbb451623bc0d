/**
 * The signature piece: payer → held → payee as one strip, the amount sitting where the ledger says it is, in words
 * as well as in colour. Plain HTML: it is the same on a prerendered page, on a deal and on paper.
 */
import type { Party } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { locale } from '#web/lib/locale.ts'
import { holderName } from '#web/lib/site.ts'
import { type PayoutWait, waitingWords } from '#web/lib/waiting-words.ts'

export interface MoneyLineProps {
  readonly payer: Seat
  readonly payee: Seat
  readonly amountPaise: number
  /** Where it is now, as `GET /api/deals/:form_pk` answers in `money`. */
  readonly heldPaise: number
  readonly payeePaise: number
  readonly payerPaise: number
  readonly commissionPaise?: number
  /** Whose share the bank has not yet: it would be called received while its owner still waits for it. */
  readonly onTheWay?: readonly Party[]
  /** Whose share is held back: "on its way" would have its owner look for it at the bank. */
  readonly waits?: readonly PayoutWait[]
  /** The deal ended before anybody paid. */
  readonly closed?: boolean
  /** What the payer paid that did not fit, and goes back: of a deal that ended unpaid it is all the money there was. */
  readonly strayPaise?: number
  /** A strip among others that says its own words: leaves the sentence out. */
  readonly terse?: boolean
}
interface Seat {
  readonly role: string
  readonly name: string
  /** Whoever reads it sits here: the sentence addresses them. */
  readonly isYou?: boolean
}

type Mood = 'empty' | 'due' | 'held' | 'on-the-way' | 'arrived'
interface Cell {
  readonly seat: Seat
  readonly mood: Mood
  readonly word: string
  readonly amountPaise: number
}

export function MoneyLine({ strayPaise = 0, ...line }: MoneyLineProps) {
  const isStray = line.closed && !paidIn(line) && strayPaise > 0
  const props = isStray ? { ...line, payerPaise: strayPaise } : line
  const cells = [payerCell(props), heldCell(props), payeeCell(props)]
  return (
    <figure className="moneyline">
      <ol className="moneyline__strip">
        {cells.map((cell) => (
          <li key={cell.seat.role} className={`moneyline__seat moneyline__seat--${cell.mood}`}>
            <span className="moneyline__role">{cell.seat.role}</span>
            <span className="moneyline__name">{cell.seat.name}</span>
            <span className="moneyline__spot">
              {cell.mood !== 'empty' && (
                <strong className="moneyline__coin money">{formatPaiseShort(cell.amountPaise)}</strong>
              )}
            </span>
            <span className="moneyline__word">{cell.word}</span>
          </li>
        ))}
      </ol>
      {!props.terse && (
        <figcaption className="moneyline__words">{(isStray ? strayWords : moneyWords)(props)}</figcaption>
      )}
    </figure>
  )
}

const paidIn = (p: MoneyLineProps): boolean => p.heldPaise + p.payeePaise + p.payerPaise > 0

const isOnTheWay = (p: MoneyLineProps, party: Party): boolean =>
  p[`${party}Paise`] > 0 && (p.onTheWay?.includes(party) ?? false)

const waitOf = (p: MoneyLineProps, party: Party): PayoutWait | undefined =>
  p[`${party}Paise`] > 0 ? p.waits?.find(({ to }) => to === party) : undefined

function payerCell(p: MoneyLineProps): Cell {
  const cell = { seat: p.payer, amountPaise: p.payerPaise }
  if (waitOf(p, 'payer')) return { ...cell, mood: 'on-the-way', word: m.money_label_waits() }
  if (isOnTheWay(p, 'payer')) return { ...cell, mood: 'on-the-way', word: m.money_label_returning() }
  if (p.payerPaise > 0) return { ...cell, mood: 'arrived', word: m.money_label_returned() }
  if (paidIn(p)) return { ...cell, mood: 'empty', word: m.money_label_paid() }
  if (p.closed) return { ...cell, mood: 'empty', word: m.money_label_empty() }
  return { seat: p.payer, amountPaise: p.amountPaise, mood: 'due', word: m.money_label_to_pay() }
}

function heldCell(p: MoneyLineProps): Cell {
  const seat = { role: m.money_held(), name: holderName() }
  return p.heldPaise > 0
    ? { seat, amountPaise: p.heldPaise, mood: 'held', word: m.money_label_held() }
    : { seat, amountPaise: 0, mood: 'empty', word: m.money_label_empty() }
}

function payeeCell(p: MoneyLineProps): Cell {
  const cell = { seat: p.payee, amountPaise: p.payeePaise }
  if (waitOf(p, 'payee')) return { ...cell, mood: 'on-the-way', word: m.money_label_waits() }
  if (isOnTheWay(p, 'payee')) return { ...cell, mood: 'on-the-way', word: m.money_label_paying() }
  if (p.payeePaise > 0) return { ...cell, mood: 'arrived', word: m.money_label_received() }
  const over = p.closed || p.payerPaise > 0
  return { ...cell, mood: 'empty', word: over ? m.money_label_empty() : m.money_label_waiting() }
}

/** Where the money is, as a sentence: for the strip, for titles, for people who cannot see it. */
function moneyWords(p: MoneyLineProps): string {
  if (p.heldPaise > 0) return m.money_line_held({ name: holderName(), amount: formatPaiseShort(p.heldPaise) })
  if (p.payeePaise > 0)
    return p.commissionPaise
      ? `${paidWords(p)} ${m.money_line_commission({ amount: formatPaiseShort(p.commissionPaise) })}`
      : paidWords(p)
  if (p.payerPaise > 0) return backWords(p)
  if (p.closed) return m.money_line_none()
  const payer = p.payer.name
  const amount = formatPaiseShort(p.amountPaise)
  return p.payer.isYou ? m.money_line_unpaid_you({ amount }) : m.money_line_unpaid({ payer, amount })
}

const strayWords = (p: MoneyLineProps): string =>
  isOnTheWay(p, 'payer') ? m.money_line_stray({ amount: formatPaiseShort(p.payerPaise) }) : backWords(p)

function paidWords(p: MoneyLineProps): string {
  if (p.payerPaise === 0) return shareWords(p)
  if (PARTIES.some((party) => isOnTheWay(p, party) || waitOf(p, party)))
    return `${shareWords(p)} ${backWords(p)}`
  const [payer, payee] = [p.payer.name, p.payee.name]
  const shares = {
    payee_amount: formatPaiseShort(p.payeePaise),
    payer_amount: formatPaiseShort(p.payerPaise),
  }
  if (p.payer.isYou) return m.money_line_shared_payer({ ...shares, payee })
  if (p.payee.isYou) return m.money_line_shared_payee({ ...shares, payer })
  return m.money_line_shared({ ...shares, payee, payer })
}

const PARTIES: readonly Party[] = ['payer', 'payee']

/** Undefined where it does not wait. */
function waitSentence(p: MoneyLineProps, party: Party): string | undefined {
  const wait = waitOf(p, party)
  if (!wait) return undefined
  const { name, isYou = false } = p[party]
  const words = waitingWords({ ...wait, isYou, name, amount: formatPaiseShort(p[`${party}Paise`]) })
  return `${words}${locale() === 'hi' ? '।' : '.'}`
}

function shareWords(p: MoneyLineProps): string {
  const sentence = waitSentence(p, 'payee')
  if (sentence) return sentence
  const amount = formatPaiseShort(p.payeePaise)
  const payee = p.payee.name
  if (isOnTheWay(p, 'payee'))
    return p.payee.isYou ? m.money_line_paying_you({ amount }) : m.money_line_paying({ amount, payee })
  return p.payee.isYou ? m.money_line_released_you({ amount }) : m.money_line_released({ amount, payee })
}

function backWords(p: MoneyLineProps): string {
  const sentence = waitSentence(p, 'payer')
  if (sentence) return sentence
  const amount = formatPaiseShort(p.payerPaise)
  const payer = p.payer.name
  if (isOnTheWay(p, 'payer'))
    return p.payer.isYou ? m.money_line_returning_you({ amount }) : m.money_line_returning({ amount, payer })
  return p.payer.isYou ? m.money_line_refunded_you({ amount }) : m.money_line_refunded({ amount, payer })
}
