/**
 * Books the lines of a statement in the bank's order, a few in a transaction: what is certain to its place, all else to
 * suspense or to what is unexplained. So `bank:<id>` is what the bank says, whatever its lines turn out to be.
 */
import { EventEmitter } from 'node:events'
import { bankAccount, SUSPENSE, UNEXPLAINED } from '#core/accounts.ts'
import { Refusal } from '#core/errors.ts'
import { isAlarm } from '#core/statements/explain.ts'
import { signedPaise } from '#core/statements/lines.ts'
import { readNarration } from '#core/statements/narration.ts'
import { isRetryable, isUnavailable } from '#server/db/errors.ts'
import type { Posting } from '#server/repositories/ledger.ts'
import {
  accountsToBook,
  insertLineBookings,
  nextUnbookedLines,
  type StatementLineRow,
} from '#server/repositories/line-bookings.ts'
import { isClaimedElsewhere } from '#server/repositories/payment-claims.ts'
import { type BankAccountRow, lockBankAccount } from '#server/repositories/statements.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { mustPostAll } from '#server/services/money/post.ts'
import { bookSettlement } from '#server/services/money/record-settlement.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import {
  type BookableLine,
  type BookedLine,
  bookDeposit,
  bookPaidPayout,
  bookReturnedPayout,
  bookTakenBack,
} from './book-line.ts'
import { judgedRow } from './desk-lines.ts'

/** Null where what was certain when the file was read no longer fits: the line waits for a person then. */
type LineBooker = (ctx: Ctx, line: BookableLine) => Promise<BookedLine | null>

const BOOKERS: Readonly<Record<string, LineBooker>> = {
  applied: bookDeposit,
  over: bookDeposit,
  short: bookDeposit,
  double: bookDeposit,
  late: bookDeposit,
  payout_paid: bookPaidPayout,
  payout_returned: bookReturnedPayout,
  deposit_reversed: bookTakenBack,
}

/** Wakes the job of this process for what an approval had no time to book. A lost signal costs a minute. */
export const approvedSignal = new EventEmitter<{ approved: [] }>()

/** Fewer commits; the deals and accounts of so many lines are locked for a tenth of a second at most. */
const LINES_AT_ONCE = 50

/** Until no line of the account waits; false when time was up before. Several callers take turns. */
export async function bookLines(
  inTransaction: InTransaction<Ctx>,
  accountId: string,
  forMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const start = performance.now()
  while (performance.now() - start < forMs) if (!(await bookNextLines(inTransaction, accountId))) return true
  return false
}

/** What approvals have left: of a long statement, or when their process died. False when time was up before the end. */
export async function bookAllLines(
  inTransaction: InTransaction<Ctx>,
  forMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const start = performance.now()
  for (const id of await inTransaction((ctx) => accountsToBook(ctx.tx)))
    if (!(await bookLines(inTransaction, id, forMs - (performance.now() - start)))) return false
  return true
}

/** The line's own fault, as opposed to the database's or to money that is stopped. */
const isFaultOfLine = (error: unknown): boolean =>
  !isRetryable(error) && !isUnavailable(error) && !(error instanceof Refusal && error.code === 'unavailable')

interface LineBatch {
  readonly accountId: string
  readonly limit: number
  readonly book: LineBooker
}

/**
 * False when there was none. Where one of several cannot be booked they are taken one by one; one that cannot be booked as
 * it was matched waits for a person, and stops no other.
 */
async function bookNextLines(inTransaction: InTransaction<Ctx>, accountId: string): Promise<boolean> {
  const attempts = [
    { accountId, limit: LINES_AT_ONCE, book: bookCertain },
    { accountId, limit: 1, book: bookCertain },
  ]
  for (const attempt of attempts)
    try {
      return await inTransaction((ctx) => bookSome(ctx, attempt))
    } catch (error) {
      if (!isFaultOfLine(error)) throw error
    }
  return inTransaction((ctx) => bookSome(ctx, { accountId, limit: 1, book: nowhere }))
}

/** Statements of several lines run side by side on the connection; those of one deal or payout one after the other. */
async function bookSome(ctx: Ctx, { accountId, limit, book }: LineBatch): Promise<boolean> {
  const account = await lockBankAccount(ctx.tx, accountId)
  const rows = account ? await nextUnbookedLines(ctx.tx, accountId, limit) : []
  if (!account || rows.length === 0) return false
  const lines = rows.map((row) => bookableLine(account, row))
  const lastOf = new Map<string, Promise<unknown>>()
  const bookings = lines.map((line) => {
    const before = line.target === null ? undefined : lastOf.get(line.target)
    const booking = bookAfter(before, () => book(ctx, line))
    if (line.target !== null) lastOf.set(line.target, booking)
    return booking
  })
  const settled = await Promise.allSettled(bookings)
  const failure = settled.find((each) => each.status === 'rejected')
  if (failure) throw failure.reason
  const certain = await Promise.all(bookings)
  await setAside(
    ctx,
    lines.filter((_, n) => !certain[n]),
  )
  await insertLineBookings(
    ctx.tx,
    lines.map((line, n) => ({
      ...{ bank_account_id: accountId, position: line.position, at: new Date(ctx.now) },
      ...(certain[n] ?? bookedAside(line)),
    })),
  )
  return true
}

async function bookAfter<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  await before
  return work()
}

const bookableLine = (account: BankAccountRow, row: StatementLineRow): BookableLine => ({
  ...row,
  account: bankAccount(account.id),
  utrs: readNarration(row, account.account, account.own_names).utrs,
})

const nowhere: LineBooker = async () => null

/** The number of a payment spoke for it when the file was read; somebody else has named the same number since. */
const isContested = async ({ tx }: Ctx, { rule, target, utrs }: BookableLine): Promise<boolean> =>
  rule === 'C4' && target !== null && (await isClaimedElsewhere(tx, { utrs, reference: target }))

const bookCertain: LineBooker = async (ctx, line) => {
  if (await isContested(ctx, line)) return null
  if (line.tier === 'matched') return (await BOOKERS[line.outcome]?.(ctx, line)) ?? null
  return line.dir === 'C' ? bookSettlement(ctx, line, { id: asideId(line), from: line.account }) : null
}

const asideId = ({ bank_account_id, key }: BookableLine): string => `bank:${bank_account_id}:${key}`

const bookedAside = (line: BookableLine): BookedLine => ({
  outcome: line.dir === 'C' ? 'suspense' : 'unexplained',
  target: null,
  transfers: [asideId(line)],
})

function asidePosting(line: BookableLine): Posting {
  const amountPaise = signedPaise({ dir: line.dir, amountPaise: line.amount_paise })
  const isCredit = line.dir === 'C'
  return {
    id: asideId(line),
    kind: isCredit ? 'bank_credit' : 'bank_debit',
    entries: [
      { account: line.account, amountPaise: -amountPaise },
      { account: isCredit ? SUSPENSE : UNEXPLAINED, amountPaise },
    ],
  }
}

/**
 * Money that came is nobody's yet, money that left is a loss until somebody says what it was. The alarm about it is one
 * for all of them: a mail a line would drown the team in a long statement, and cost more than its booking.
 */
async function setAside(ctx: Ctx, lines: readonly BookableLine[]): Promise<void> {
  if (lines.length > 0) await mustPostAll(ctx, lines.map(asidePosting))
  // at once: of what is suggested a person looks at the statement anyway
  const lost = lines.filter((line) => isAlarm(judgedRow(line)))
  const [first] = lost
  if (!first) return
  const amountPaise = lost.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
  await notifyOfPayment(ctx, {
    ...{ reason: 'unexplained', paymentId: asideId(first) },
    ...{ amountPaise, count: lost.length },
  })
}
