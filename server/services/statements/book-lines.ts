/**
 * Books the lines of a statement in the bank's order, each in a transaction of its own: what is certain to its place, all
 * else to suspense or to what is unexplained. So `bank:<id>` is what the bank says, whatever its lines turn out to be.
 */
import { bankAccount, SUSPENSE, UNEXPLAINED } from '#core/accounts.ts'
import { Refusal } from '#core/errors.ts'
import { signedPaise } from '#core/statements/lines.ts'
import { readNarration } from '#core/statements/narration.ts'
import { isRetryable, isUnavailable } from '#server/db/errors.ts'
import {
  accountsToBook,
  insertLineBooking,
  nextUnbookedLine,
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

/** Until no line of the account waits, or time is up; several callers take turns. */
export async function bookLines(
  inTransaction: InTransaction<Ctx>,
  accountId: string,
  forMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < forMs && (await bookNextLine(inTransaction, accountId)));
}

/** What an approval left behind when its process died. */
export async function bookAllLines(inTransaction: InTransaction<Ctx>): Promise<void> {
  for (const id of await inTransaction((ctx) => accountsToBook(ctx.tx))) await bookLines(inTransaction, id)
}

/** The line's own fault, as opposed to the database's or to money that is stopped. */
const isFaultOfLine = (error: unknown): boolean =>
  !isRetryable(error) && !isUnavailable(error) && !(error instanceof Refusal && error.code === 'unavailable')

/** False when there was none. A line that cannot be booked as it was matched waits for a person, and stops no other. */
async function bookNextLine(inTransaction: InTransaction<Ctx>, accountId: string): Promise<boolean> {
  try {
    return await inTransaction((ctx) => bookNext(ctx, accountId, (line) => bookCertain(ctx, line)))
  } catch (error) {
    if (!isFaultOfLine(error)) throw error
    return inTransaction((ctx) => bookNext(ctx, accountId, async () => null))
  }
}

async function bookNext(
  ctx: Ctx,
  accountId: string,
  book: (line: BookableLine) => Promise<BookedLine | null>,
): Promise<boolean> {
  const account = await lockBankAccount(ctx.tx, accountId)
  const row = account && (await nextUnbookedLine(ctx.tx, accountId))
  if (!account || !row) return false
  const line = bookableLine(account, row)
  const booking = (await book(line)) ?? (await setAside(ctx, line))
  await insertLineBooking(ctx.tx, {
    bank_account_id: accountId,
    position: row.position,
    at: new Date(ctx.now),
    ...booking,
  })
  return true
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
