/**
 * Invented worlds of any seed, by the rules of test/fixtures/statements/README.md: what the product knows of an account, the
 * lines that its bank shows, and what each of them has to become.
 */
import { type StatementLine, signedPaise } from '#core/statements/lines.ts'
import { istDay } from '#core/time.ts'
import type { ExpectedLine, StateRow } from './fixtures.ts'
import { type BankWords, type Party, WORDS } from './narrations.ts'

type Truth = Pick<
  ExpectedLine,
  'tier' | 'rule' | 'outcome' | 'target' | 'candidates' | 'class' | 'flag' | 'conflicts_with'
>
export interface InventedWorld {
  readonly bank: string
  readonly state: StateRow
  /** In the bank's order. */
  readonly lines: readonly StatementLine[]
  readonly truths: readonly Truth[]
}

const FIRST =
  'AMAN ANJALI BHAVNA DEEPAK DIVYA FARHAN GAURAV HARPREET IMRAN ISHITA JOSEPH KAVITA LAKSHMI MANISH MEENA NEHA NIKHIL POOJA PRIYA RAVI ROHIT SARITA SNEHA SURESH TARUN VIKRAM YUSUF ZOYA'
const LAST =
  'ALI BOSE CHAUHAN DAS FERNANDES GUPTA IYER JOSHI KHAN KULKARNI MEHTA NAIR PATEL PILLAI RAO REDDY SHARMA SINGH VERMA YADAV'
const BANKS = [
  { code: 'SBIN', name: 'STATE BANK OF INDIA' },
  { code: 'HDFC', name: 'HDFC BANK' },
  { code: 'ICIC', name: 'ICICI BANK' },
  { code: 'KKBK', name: 'KOTAK BANK' },
  { code: 'BARB', name: 'BANK OF BARODA' },
  { code: 'YESB', name: 'YES BANK' },
  { code: 'PPIW', name: 'PAYTM' },
]
const HANDLES = ['okhdfcbank', 'oksbi', 'okaxis', 'okicici', 'ybl', 'ptyes', 'kotak', 'upi']
const NOTES = ['UPI', 'NA', 'Payment', 'Sent from app']
const ACCOUNTS: Readonly<Record<string, string>> = {
  HDFC: '50200011223344',
  ICICI: '037505012379',
  SBI: '40011223344',
  AXIS: '917020011223344',
  KOTAK: '7911223344',
}
export const INVENTED_BANKS = Object.keys(ACCOUNTS)
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const FIRST_DAY = Date.parse('2026-11-02T00:00:00+05:30')
const DAY_MS = 86_400_000

/** mulberry32 */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

interface Event extends Pick<StatementLine, 'dir' | 'amountPaise' | 'narration' | 'ref'> {
  readonly day: number
  readonly truth: Truth
}
type PayIn = StateRow['pay_ins'][number]
type Payer = Party & { readonly payIn: PayIn }

class Author {
  readonly random: (below: number) => number
  readonly bank: string
  readonly words: BankWords
  readonly payIns: PayIn[] = []
  readonly payouts: StateRow['payouts'][number][] = []
  readonly events: Event[] = []
  readonly #amounts = new Set<number>()
  readonly #codes = new Set<string>()
  #numbers = 0

  constructor(bank: string, seed: number) {
    this.bank = bank
    this.random = randomOf(seed)
    const words = WORDS[bank]
    if (!words) throw new Error(`no words of ${bank}`)
    this.words = words
  }

  pick<T>(items: readonly T[]): T {
    return items[this.random(items.length)] as T
  }
  day = (): number => this.random(16)
  /** Of whole hundreds, each once: only who is meant to has the amount of another. */
  amount(): number {
    for (;;) {
      const amount = (1 + this.random(998)) * 10_000
      if (!this.#amounts.has(amount) && this.#amounts.add(amount)) return amount
    }
  }
  /** A reference's first five letters are its own, as SBI keeps no more of it. */
  code(prefix: 'TD' | 'PY'): string {
    for (;;) {
      const code = prefix + Array.from({ length: 8 }, () => LETTERS[this.random(32)]).join('')
      const start = code.slice(0, 5)
      if (!this.#codes.has(start) && this.#codes.add(start)) return code
    }
  }
  utr(day: number): string {
    this.#numbers += 1
    return `6${String(306 + day).padStart(3, '0')}${String(this.random(9000) + 1000)}${String(1000 + this.#numbers)}`
  }
  neftUtr(day: number): string {
    this.#numbers += 1
    return `${{ ICICI: 'ICIC', SBI: 'SBIN', AXIS: 'UTIB', KOTAK: 'KKBK' }[this.bank] ?? 'HDFC'}N526${306 + day}${10_000 + this.#numbers}`
  }
  person(notCalled: readonly string[] = []): Party {
    const first = this.pick(FIRST.split(' ').filter((name) => !notCalled.includes(name)))
    const last = this.pick(LAST.split(' '))
    const local = `${first}.${last.slice(0, 4)}${10 + this.random(90)}`.toLowerCase()
    return {
      name: `${first} ${last}`,
      vpa: `${local}@${this.pick(HANDLES)}`,
      account: `10${String(this.random(10 ** 9)).padStart(9, '0')}77`,
      bank: this.pick(BANKS),
    }
  }
  payer(day: number, amount = this.amount(), person = this.person()): Payer {
    const payIn: PayIn = {
      reference: this.code('TD'),
      amount_paise: amount,
      status: 'open',
      created_at: `${istDay(FIRST_DAY + (day - this.random(3)) * DAY_MS)}T10:00:00+05:30`,
      claims: [],
      payer_name: person.name,
      payer_vpa: person.vpa,
    }
    this.payIns.push(payIn)
    return { ...person, payIn }
  }
  claims({ payIn }: Payer, utr: string): void {
    const at = this.payIns.findIndex(({ reference }) => reference === payIn.reference)
    this.payIns[at] = { ...payIn, claims: [{ utr, amount_paise: payIn.amount_paise }] }
  }
  add(event: Omit<Event, 'ref'> & { readonly utr?: string }): void {
    this.events.push({ ...event, ref: event.utr ?? '' })
  }
  credit(event: { day: number; amountPaise: number; narration: string; utr?: string; truth: Truth }): void {
    this.add({ dir: 'C', ...event })
  }
  debit(event: { day: number; amountPaise: number; narration: string; utr?: string; truth: Truth }): void {
    this.add({ dir: 'D', ...event })
  }
}

const isCutting = ({ bank }: Author): boolean => bank === 'SBI'
const byReference = (author: Author): string => (isCutting(author) ? 'C5' : 'C3')

function exact(author: Author, day: number): { payer: Payer; utr: string; note: string } {
  const payer = author.payer(day)
  const utr = author.utr(day)
  const isImps = !isCutting(author) && author.random(5) === 0
  const note = payer.payIn.reference
  author.credit({
    ...{ day, utr, amountPaise: payer.payIn.amount_paise },
    narration: isImps ? author.words.impsIn(payer, utr, note) : author.words.upiIn(payer, utr, note),
    truth: { tier: 'matched', rule: byReference(author), outcome: 'applied', target: note },
  })
  return { payer, utr, note }
}

/** Known only by the number that the payer told. */
function claimed(author: Author, day: number): void {
  const payer = author.payer(day)
  const utr = author.utr(day)
  author.claims(payer, utr)
  author.credit({
    ...{ day, utr, amountPaise: payer.payIn.amount_paise },
    narration: author.words.upiIn(payer, utr, author.pick(NOTES)),
    truth: { tier: 'matched', rule: 'C4', outcome: 'applied', target: payer.payIn.reference },
  })
}

/** Short or over: a bank that cuts the note shows the wrong amount for it, so the payer's word is all there is. */
function wrongAmount(author: Author, day: number, outcome: 'short' | 'over'): void {
  const payer = author.payer(day)
  const utr = author.utr(day)
  const { reference, amount_paise } = payer.payIn
  const isClaim = isCutting(author)
  if (isClaim) author.claims(payer, utr)
  author.credit({
    ...{ day, utr, amountPaise: amount_paise + (outcome === 'short' ? -5_050 : 15_050) },
    narration: author.words.upiIn(payer, utr, isClaim ? 'UPI' : reference),
    truth: isClaim
      ? { tier: 'suggested', rule: 'C4b', outcome, target: reference }
      : { tier: 'matched', rule: 'C3', outcome, target: reference },
  })
}

function double(author: Author, day: number): void {
  const { payer, note } = exact(author, day)
  const utr = author.utr(day + 1)
  author.credit({
    ...{ day: day + 1, utr, amountPaise: payer.payIn.amount_paise },
    narration: author.words.upiIn(payer, utr, note),
    truth: { tier: 'matched', rule: byReference(author), outcome: 'double', target: note },
  })
}

function late(author: Author, day: number): void {
  const payer = author.payer(day)
  const { reference } = payer.payIn
  const at = author.payIns.indexOf(payer.payIn)
  author.payIns[at] = { ...payer.payIn, status: 'closed' }
  const utr = author.utr(day)
  author.credit({
    ...{ day, utr, amountPaise: payer.payIn.amount_paise },
    narration: author.words.upiIn(payer, utr, reference),
    truth: { tier: 'matched', rule: byReference(author), outcome: 'late', target: reference },
  })
}

const ANONYMOUS = (author: Author): Party => ({
  ...author.person(),
  name: 'UPI USER',
  vpa: `${100_000_000 + author.random(899_999_999)}@ybl`,
})

/** Two who owe the same amount pay without a note. */
function twins(author: Author, day: number): void {
  const amount = author.amount()
  const candidates = [author.payer(day, amount), author.payer(day, amount)]
    .map((p) => p.payIn.reference)
    .sort()
  for (let n = 0; n < 2; n++) {
    const utr = author.utr(day)
    author.credit({
      ...{ day, utr, amountPaise: amount },
      narration: author.words.upiIn(ANONYMOUS(author), utr, 'UPI'),
      truth: { tier: 'suggested', rule: 'C6', outcome: 'choose', candidates },
    })
  }
}

function amountOnly(author: Author, day: number): void {
  const payer = author.payer(day)
  const utr = author.utr(day)
  const { reference: target, amount_paise: amountPaise } = payer.payIn
  author.credit({
    ...{ day, utr, amountPaise },
    narration: author.words.upiIn(payer, utr, 'UPI'),
    truth: { tier: 'suggested', rule: 'C6', outcome: 'applied', target, candidates: [target] },
  })
}

function claimedByTwo(author: Author, day: number): void {
  const owner = author.payer(day)
  const other = author.payer(day, owner.payIn.amount_paise)
  const utr = author.utr(day)
  author.claims(owner, utr)
  author.claims(other, utr)
  const candidates = [owner.payIn.reference, other.payIn.reference].sort()
  author.credit({
    ...{ day, utr, amountPaise: owner.payIn.amount_paise },
    narration: author.words.upiIn(owner, utr, 'UPI'),
    truth: { tier: 'suggested', rule: 'C4c', outcome: 'choose', candidates },
  })
}

/** A thief has read the number of a payment; its note names its owner, or nobody does. */
function thief(author: Author, day: number, isNamed: boolean): void {
  const owner = author.payer(day)
  const robber = author.payer(day, owner.payIn.amount_paise, author.person(owner.name.split(' ')))
  const utr = author.utr(day)
  author.claims(robber, utr)
  const { reference, amount_paise: amountPaise } = owner.payIn
  const candidates = [reference, robber.payIn.reference].sort()
  author.credit({
    ...{ day, utr, amountPaise },
    narration: author.words.upiIn(owner, utr, isNamed ? reference : 'UPI'),
    truth: isNamed
      ? {
          ...{ tier: 'matched', rule: byReference(author), outcome: 'applied', target: reference },
          ...{ flag: 'claim_conflict', conflicts_with: robber.payIn.reference },
        }
      : { tier: 'suggested', rule: 'C4n', outcome: 'choose', candidates },
  })
}

function stranger(author: Author, day: number): void {
  const utr = author.utr(day)
  author.credit({
    ...{ day, utr, amountPaise: author.amount() + 2_100 },
    narration: author.words.upiIn(author.person(), utr, author.pick(['rent nov', 'books'])),
    truth: { tier: 'unmatched', rule: 'C7', outcome: 'suspense' },
  })
}

function payout(author: Author, day: number, how: 'neft' | 'imps' | 'named' | 'returned'): void {
  const to = author.person()
  const amount = author.amount()
  const code = author.code('PY')
  const utr = how === 'neft' || how === 'returned' ? author.neftUtr(day) : author.utr(day)
  author.payouts.push({
    ...{ code, amount_paise: amount, status: 'sent', utr: null, to_name: to.name, to_vpa: to.vpa },
    to_account: to.account,
    sent_at: `${istDay(FIRST_DAY + day * DAY_MS)}T12:00:00+05:30`,
  })
  const { words } = author
  const text = {
    neft: () => words.neftOut(to, utr, code),
    returned: () => words.neftOut(to, utr, code),
    imps: () => words.impsOut(to, utr, code),
    named: () => words.upiOut(to, utr, 'RELEASE'),
  }[how]()
  author.debit({
    ...{ day, utr, amountPaise: amount, narration: text },
    truth:
      how === 'named'
        ? { tier: 'suggested', rule: 'D2', outcome: 'payout_paid', target: code }
        : { tier: 'matched', rule: 'D1', outcome: 'payout_paid', target: code },
  })
  if (how === 'returned')
    author.credit({
      ...{ day: day + 2, utr, amountPaise: amount, narration: words.neftReturn(to, utr, code) },
      truth: { tier: 'matched', rule: 'C1', outcome: 'payout_returned', target: code },
    })
}

function takenBack(author: Author, day: number): void {
  const { payer, utr } = exact(author, day)
  author.debit({
    ...{
      day: day + 3,
      utr,
      amountPaise: payer.payIn.amount_paise,
      narration: author.words.takenBack(payer, utr),
    },
    truth: { tier: 'matched', rule: 'D4', outcome: 'deposit_reversed', target: payer.payIn.reference },
  })
}

/** What is of no deal, and of nobody. */
function others(author: Author): void {
  const { words } = author
  const explained = (day: number, amountPaise: number, [narration, kind]: readonly [string, string]) =>
    author.credit({
      ...{ day, amountPaise, narration },
      truth: { tier: 'unmatched', rule: 'C2', outcome: 'explain', class: kind },
    })
  const waiting = (day: number, amountPaise: number, [narration, kind]: readonly [string, string]) =>
    author.credit({
      ...{ day, amountPaise, narration },
      truth: { tier: 'unmatched', rule: 'C2', outcome: 'suspense', class: kind },
    })
  explained(0, 5_000_000, [words.own, 'own'])
  explained(15, 31_700, [words.interest, 'interest'])
  waiting(author.day(), 2_345_600, [words.foreign, 'foreign'])
  waiting(author.day(), 1_876_500, [words.lump, 'lump'])
  for (const amountPaise of [11_800, 2_124, 590])
    author.debit({
      ...{ day: author.day(), amountPaise, narration: words.charges },
      truth: { tier: 'suggested', rule: 'D3', outcome: 'explain', class: 'charges' },
    })
  const utr = author.utr(12)
  const unknown = { ...author.person(), name: 'UNKNOWN TRADERS', vpa: 'unk.trd@okaxis' }
  author.debit({
    ...{ day: 12, utr, amountPaise: 4_400_000, narration: words.upiOut(unknown, utr, 'BILL') },
    truth: { tier: 'unmatched', rule: 'D5', outcome: 'alarm' },
  })
}

export function inventWorld(bank: string, seed: number): InventedWorld {
  const author = new Author(bank, seed * 31 + INVENTED_BANKS.indexOf(bank))
  others(author)
  for (let n = 0; n < 14 + author.random(6); n++) exact(author, author.day())
  for (let n = 0; n < 4; n++) claimed(author, author.day())
  wrongAmount(author, author.day(), 'short')
  wrongAmount(author, author.day(), 'over')
  double(author, author.day())
  late(author, author.day())
  twins(author, author.day())
  amountOnly(author, author.day())
  claimedByTwo(author, author.day())
  thief(author, author.day(), true)
  thief(author, author.day(), false)
  stranger(author, author.day())
  stranger(author, author.day())
  for (const how of ['neft', 'neft', 'neft', 'imps', 'imps', 'imps', 'named', 'returned'] as const)
    payout(author, author.day(), how)
  takenBack(author, author.day())
  return finished(author)
}

/** By their days, those of a day as they were made: what follows from a line comes after it. */
function finished(author: Author): InventedWorld {
  const events = author.events.toSorted((a, b) => a.day - b.day)
  const openingPaise = 5_000_000 + author.random(100) * 100_000
  let balancePaise = openingPaise
  const lines = events.map(({ day, dir, amountPaise, narration, ref }): StatementLine => {
    balancePaise += signedPaise({ dir, amountPaise })
    const date = istDay(FIRST_DAY + day * DAY_MS)
    return { date, valueDate: date, dir, amountPaise, balancePaise, narration, ref }
  })
  const state: StateRow = {
    ...{ bank: author.bank, account: ACCOUNTS[author.bank] ?? '', opening_paise: openingPaise },
    own_accounts: ['AMANAT OP'],
    pay_ins: author.payIns,
    payouts: author.payouts,
  }
  return { bank: author.bank, state, lines, truths: events.map(({ truth }) => truth) }
}
