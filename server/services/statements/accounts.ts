/** Bank accounts of the operator. */
import { bankAccount, OWNER } from '#core/accounts.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import type {
  addBankAccount,
  closedDays as daysEndpoint,
  listBankAccounts as listEndpoint,
} from '#core/contract/statements.ts'
import { invalid, Refusal } from '#core/errors.ts'
import type { ColumnMapping } from '#core/statements/columns.ts'
import { signedPaise } from '#core/statements/lines.ts'
import { istDay } from '#core/time.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { randomId } from '#server/lib/tokens.ts'
import { balanceOf } from '#server/repositories/ledger.ts'
import { listInFlight, listWaitingLines } from '#server/repositories/line-bookings.ts'
import {
  type BankAccountRow,
  findBankAccount,
  insertBankAccount,
  listBankAccounts,
  listClosedDays,
  listReadings,
} from '#server/repositories/statements.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { readingOf } from '#server/services/money/bank-reading.ts'
import { mustPost } from '#server/services/money/post.ts'

export interface NewBankAccount {
  readonly bank: string
  readonly account: string
  readonly openingPaise: number
  readonly ownNames: readonly string[]
  readonly mapping: ColumnMapping | null
}

/** Throws Refusal `invalid` when the account is named already: two of one number would take the same lines. */
export async function createBankAccount(
  ctx: UserCtx,
  { bank, account, openingPaise, ownNames, mapping }: NewBankAccount,
): Promise<Answer<typeof addBankAccount>> {
  const row = await openBankAccount(ctx, { bank, account, openingPaise, ownNames, mapping }, ctx.user.id)
  if (!row) throw invalid({ account: ['bank_account_taken'] })
  await recordAudit(ctx, {
    action: 'bank_account_added',
    actor: ctx.user,
    subject: { type: 'bank_account', id: row.id },
    after: { bank, tail: account.slice(-4), opening_paise: openingPaise },
  })
  return {
    ...{ id: row.id, bank, account, opening_paise: openingPaise, lines: 0, payout_file: null },
    ...{ statement_paise: openingPaise, balance_paise: openingPaise, difference_paise: 0, explained: [] },
    ...readingOf(ctx, row.created_at, false),
  }
}

/** Accounts that the operator's file names; one that is there stays as it is. How many are new. */
export async function openConfiguredAccounts(
  runInTransaction: RunInTransaction,
  { settings, accounts }: Pick<Ctx, 'settings'> & { readonly accounts: readonly NewBankAccount[] },
): Promise<number> {
  let count = 0
  for (const account of accounts) {
    const row = await runInTransaction((tx, now) => openBankAccount({ tx, now, settings }, account, null))
    if (row) count += 1
  }
  return count
}

/** Undefined when the account is named already. `by`: null for the operator's own word. */
export async function openBankAccount(
  ctx: Ctx,
  { bank, account, openingPaise, ownNames, mapping }: NewBankAccount,
  by: number | null,
): Promise<BankAccountRow | undefined> {
  const row = await insertBankAccount(ctx.tx, {
    id: randomId(),
    bank,
    account,
    opening_paise: openingPaise,
    own_names: [...ownNames],
    mapping: mapping === null ? null : JSON.stringify(mapping),
    created_by: by,
  })
  if (row) await postOpening(ctx, row)
  return row
}

/** What was on the account before its first line is the operator's. */
async function postOpening(
  ctx: Ctx,
  { id, opening_paise: openingPaise }: Pick<BankAccountRow, 'id' | 'opening_paise'>,
): Promise<void> {
  if (openingPaise === 0) return
  await mustPost(ctx, {
    id: `bank:${id}:opening`,
    kind: 'bank_opening',
    entries: [
      { account: bankAccount(id), amountPaise: -openingPaise },
      { account: OWNER, amountPaise: openingPaise },
    ],
  })
}

export async function presentBankAccounts(ctx: Ctx): Promise<Answer<typeof listEndpoint>> {
  const [rows, readings] = await Promise.all([listBankAccounts(ctx.tx), listReadings(ctx.tx)])
  const readingById = new Map(readings.map((reading) => [reading.id, reading]))
  return Promise.all(
    rows.map(async (row) => {
      const { id, opening_paise } = row
      const statementPaise = row.balance_paise ?? opening_paise
      // an asset stands below zero
      const balancePaise = 0 - (await balanceOf(ctx.tx, bankAccount(id)))
      const waiting = await waitingLines(ctx, id)
      const reading = readingById.get(id)
      const isOpen = reading?.has_gap || waiting.some(({ kind }) => kind === 'unexplained')
      return {
        ...{ id, bank: row.bank, account: row.account, opening_paise, lines: row.position ?? 0 },
        ...{ statement_paise: statementPaise, balance_paise: balancePaise },
        difference_paise: statementPaise - balancePaise,
        payout_file: payoutFileOf(row),
        ...readingOf(ctx, reading?.read_at ?? new Date(ctx.now), isOpen ?? false),
        explained: [...waiting, ...(await payoutsInFlight(ctx, id))],
      }
    }),
  )
}

const payoutFileOf = ({ ifsc, client_code }: Pick<BankAccountRow, 'ifsc' | 'client_code'>) =>
  ifsc === null || client_code === null ? null : { ifsc, client_code }

async function waitingLines(ctx: Ctx, accountId: string) {
  const rows = await listWaitingLines(ctx.tx, accountId)
  return rows.map(({ key, date, dir, amount_paise, narration, outcome }) => ({
    kind: waitingKind(outcome),
    line: key,
    date,
    amount_paise: signedPaise({ dir, amountPaise: amount_paise }),
    text: narration,
  }))
}

function waitingKind(outcome: string | null): 'unbooked' | 'suspense' | 'unexplained' {
  if (outcome === null) return 'unbooked'
  return outcome === 'suspense' ? outcome : 'unexplained'
}

async function payoutsInFlight(ctx: Ctx, accountId: string) {
  const rows = await listInFlight(ctx.tx, accountId)
  return rows.map(({ code, amount_paise, created_at }) => ({
    kind: 'in_flight' as const,
    line: null,
    date: istDay(created_at.getTime()),
    amount_paise: -amount_paise,
    text: code ?? '',
  }))
}

/** Each day of an account that has lines, the last first: what the bank says at its end, and what our books say. */
export async function closedDays(ctx: Ctx, accountId: string): Promise<Answer<typeof daysEndpoint>> {
  if (!(await findBankAccount(ctx.tx, accountId))) throw new Refusal('not_found')
  const rows = await listClosedDays(ctx.tx, accountId)
  return rows.map((row) => ({ ...row, difference_paise: row.statement_paise - row.balance_paise }))
}
