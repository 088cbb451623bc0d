/** The books as an Admin reads them. Nothing is written here but who has looked. */
import type { LedgerTransfer } from '#core/contract/deal-desk.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import type { listLedgerAccounts, trialBalance } from '#core/contract/ledger.ts'
import { parseMoment, toIso } from '#core/time.ts'
import { listAccountsAt, listTransfers, trialRows } from '#server/repositories/ledger-pages.ts'
import { recordView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { cursorPage, placeOf } from '#server/services/list-cursors.ts'
import { presentTransfer } from './deal-desk.ts'

const momentOf = (ctx: UserCtx, at: string | undefined): Date =>
  new Date((at === undefined ? null : parseMoment(at)) ?? ctx.now)

/** As of `at`, with what was booked at that moment, or as of now. Paise; both sums are the same while the books are sound. */
export async function readTrialBalance(
  ctx: UserCtx,
  query: { at?: string | undefined },
): Promise<Answer<typeof trialBalance>> {
  const at = momentOf(ctx, query.at)
  const rows = await trialRows(ctx.tx, at)
  const sumOf = (side: 'debit_paise' | 'credit_paise') => rows.reduce((sum, row) => sum + row[side], 0)
  return {
    at: toIso(at.getTime()),
    rows,
    debit_paise: sumOf('debit_paise'),
    credit_paise: sumOf('credit_paise'),
  }
}

interface AccountsQuery {
  readonly group: string
  readonly at?: string | undefined
  readonly limit: number
  readonly after?: string | undefined
}

/** By code, those at zero left out. Throws Refusal `wrong_cursor` for an `after` of another list. */
export async function readAccounts(
  ctx: UserCtx,
  { group, at, limit, after }: AccountsQuery,
): Promise<Answer<typeof listLedgerAccounts>> {
  const list = `ledger accounts of ${group}`
  await recordView(ctx, { type: 'list', id: list })
  const place = await placeOf(ctx, list, after)
  const rows = await listAccountsAt(ctx.tx, { group, at: momentOf(ctx, at), after: place, limit: limit + 1 })
  return cursorPage(ctx, { list, limit, rows }, { place: (row) => row.account, present: (row) => row })
}

interface TransfersQuery {
  readonly account?: string | undefined
  readonly limit: number
  readonly after?: string | undefined
}

/** Newest first; of one account or of all. Throws Refusal `wrong_cursor` for an `after` of another list. */
export async function readTransfers(
  ctx: UserCtx,
  { account, limit, after }: TransfersQuery,
): Promise<{ data: LedgerTransfer[]; next: string | null }> {
  const list = `ledger transfers of ${account ?? 'all'}`
  await recordView(ctx, { type: 'list', id: list })
  const place = await placeOf(ctx, list, after)
  const before = place === undefined ? undefined : Number(place)
  const rows = await listTransfers(ctx.tx, { account, before, limit: limit + 1 })
  return cursorPage(ctx, { list, limit, rows }, { place: ({ no }) => String(no), present: presentTransfer })
}
