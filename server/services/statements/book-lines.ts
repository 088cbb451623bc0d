/**
 * Books the lines of a statement in the bank's order, a few in a transaction: what is certain to its place, all else to
 * suspense or to what is unexplained. So `bank:<id>` is what the bank says, whatever its lines turn out to be.
 */
import { EventEmitter } from 'node:events'
import { bankAccount, SUSPENSE, UNEXPLAINED } from '#core/accounts.ts'
import { Refusal } from '#core/errors.ts'
import { signedPaise } from '#core/statements/lines.ts'
import { readNarration } from '#core/statements/narration.ts'
import { isRetryable, isUnavailable } from '#server/db/errors.ts'
import {
  accountsToBook,
  insertLineBookings,
  nextUnbookedLines,
  type StatementLineRow,
} from '#server/repositories/line-bookings.ts'
import { type BankAccountRow, lockBankAccount } from '#server/repositories/statements.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { mustPost } from '#server/services/money/post.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import {
  type BookableLine,
  type BookedLine,
  bookDeposit,
  bookPaidPayout,
  bookReturnedPayout,
  bookTakenBack,
} from './book-line.ts'

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
const LINES_AT_ONCE = 20

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
  return inTransaction((ctx) => bookSome(ctx, { accountId, limit: 1, book: async () => null }))
}

/** Statements of several lines run side by side on the connection; those of one deal or payout one after the other. */
async function bookSome(ctx: Ctx, { accountId, limit, book }: LineBatch): Promise<boolean> {
  const account = await lockBankAccount(ctx.tx, accountId)
  const rows = account ? await nextUnbookedLines(ctx.tx, accountId, limit) : []
  if (!account || rows.length === 0) return false
  const lastOf = new Map<string, Promise<unknown>>()
  const bookings = rows.map(async (row) => {
    const before = row.target === null ? undefined : lastOf.get(row.target)
    const booking = bookAfter(before, async () => {
      const line = bookableLine(account, row)
      return (await book(ctx, line)) ?? setAside(ctx, line)
    })
    if (row.target !== null) lastOf.set(row.target, booking)
    return { bank_account_id: accountId, position: row.position, at: new Date(ctx.now), ...(await booking) }
  })
  const settled = await Promise.allSettled(bookings)
  const failure = settled.find((each) => each.status === 'rejected')
  if (failure) throw failure.reason
  await insertLineBookings(ctx.tx, await Promise.all(bookings))
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

const bookCertain: LineBooker = async (ctx, line) =>
  line.tier === 'matched' ? ((await BOOKERS[line.outcome]?.(ctx, line)) ?? null) : null

/** Money that came is nobody's yet, money that left is a loss until somebody says what it was. */
async function setAside(ctx: Ctx, line: BookableLine): Promise<BookedLine> {
  const amountPaise = signedPaise({ dir: line.dir, amountPaise: line.amount_paise })
  const id = `bank:${line.bank_account_id}:${line.key}`
  const isCredit = line.dir === 'C'
  await mustPost(ctx, {
    id,
    kind: isCredit ? 'bank_credit' : 'bank_debit',
    entries: [
      { account: line.account, amountPaise: -amountPaise },
      { account: isCredit ? SUSPENSE : UNEXPLAINED, amountPaise },
    ],
  })
  // at once: of what is suggested a person looks at the statement anyway
  if (!isCredit && line.tier !== 'suggested')
    await notifyOfPayment(ctx, { reason: 'unexplained', paymentId: id, amountPaise: line.amount_paise })
  return { outcome: isCredit ? 'suspense' : 'unexplained', target: null, transfers: [id] }
}
