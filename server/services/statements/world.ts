/** What is known of an account before the next file: its lines, what may be paid into it, and what we have sent from it. */

import { parseAccountAddress } from '#core/account-address.ts'
import type { StatementLine } from '#core/statements/lines.ts'
import type { KnownAccount } from '#core/statements/merge.ts'
import { readNarration } from '#core/statements/narration.ts'
import {
  type BookedDeposit,
  type ExpectedPayIn,
  groupedBy,
  type MatchingWorld,
  type SentPayout,
} from '#core/statements/world.ts'
import { DAY_MS, istDay } from '#core/time.ts'
import { listDoneDecisions } from '#server/repositories/line-decisions.ts'
import { listTargetsOf } from '#server/repositories/payout-targets.ts'
import {
  type BankAccountRow,
  listClaims,
  listExpectedPayIns,
  listSentPayouts,
  listStatementLines,
  type OfAccount,
} from '#server/repositories/statements.ts'
import type { Ctx } from '#server/services/context.ts'
import { openAddress } from '#server/services/money/payout-address.ts'

/** Money for a pay-in of long before the statement is a stranger's: a person looks. */
const PAY_IN_DAYS = 60

export async function knownAccount(ctx: Ctx, account: BankAccountRow) {
  const lineRows = await listStatementLines(ctx.tx, account.id)
  const decisions = new Map((await listDoneDecisions(ctx.tx, account.id)).map((row) => [row.position, row]))
  // what a person has said of a line counts like what the rules said
  const rows = lineRows.map((row) => {
    const { outcome = null, target = null } = decisions.get(row.position) ?? {}
    return target === null || outcome === null ? row : { ...row, tier: 'matched' as const, outcome, target }
  })
  const lines = rows.map((row) => ({
    key: row.key,
    date: row.date,
    valueDate: row.value_date,
    dir: row.dir,
    amountPaise: row.amount_paise,
    balancePaise: row.balance_paise,
    narration: row.narration,
    ref: row.ref,
  }))
  const known: KnownAccount = { account: account.account, openingPaise: account.opening_paise, lines }
  return { known, rows }
}

type KnownRows = Awaited<ReturnType<typeof knownAccount>>['rows']

interface AccountHistory {
  readonly account: BankAccountRow
  readonly rows: KnownRows
  readonly newLines: readonly Pick<StatementLine, 'date'>[]
}

export async function matchingWorld(ctx: Ctx, history: AccountHistory): Promise<MatchingWorld> {
  const { account, newLines } = history
  // counted from the statement: an old file is read late, too
  const from = Math.min(ctx.now, ...newLines.slice(0, 1).map(({ date }) => Date.parse(date)))
  const ofAccount = { accountId: account.id, since: new Date(from - PAY_IN_DAYS * DAY_MS) }
  const matched = matchedLines(history)
  return {
    account: account.account,
    ownNames: account.own_names,
    payIns: await expectedPayIns(ctx, ofAccount, matched),
    payouts: await sentPayouts(ctx, ofAccount, matched),
    deposits: depositsOf(matched),
    hasUniquePaise: false,
  }
}

interface MatchedLine {
  readonly dir: 'C' | 'D'
  readonly outcome: string
  readonly target: string
  readonly amountPaise: number
  readonly utrs: readonly string[]
}

function matchedLines({ account, rows }: AccountHistory): MatchedLine[] {
  return rows.flatMap((row) => {
    if (row.tier !== 'matched' || row.target === null) return []
    const { utrs } = readNarration(row, account.account, account.own_names)
    return [{ dir: row.dir, outcome: row.outcome, target: row.target, amountPaise: row.amount_paise, utrs }]
  })
}

/** What came for pay-ins, less what the bank has taken back. */
function depositsOf(matched: readonly MatchedLine[]): BookedDeposit[] {
  const deposits: BookedDeposit[] = []
  for (const { dir, outcome, target, amountPaise, utrs } of matched) {
    if (dir === 'C' && outcome !== 'payout_returned') deposits.push({ reference: target, amountPaise, utrs })
    if (outcome !== 'deposit_reversed') continue
    const at = deposits.findIndex(
      (deposit) => deposit.amountPaise === amountPaise && deposit.utrs.some((utr) => utrs.includes(utr)),
    )
    if (at >= 0) deposits.splice(at, 1)
  }
  return deposits
}

async function expectedPayIns(
  ctx: Ctx,
  ofAccount: OfAccount,
  matched: readonly MatchedLine[],
): Promise<ExpectedPayIn[]> {
  const [payIns, claims] = await Promise.all([
    listExpectedPayIns(ctx.tx, ofAccount),
    listClaims(ctx.tx, ofAccount.since),
  ])
  const claimsOf = groupedBy(claims, ({ reference }) => [reference])
  // of lines that are approved and not booked yet
  const paid = new Set(
    matched.filter(({ outcome }) => outcome === 'applied' || outcome === 'over').map(({ target }) => target),
  )
  const statusOf = ({ reference, status }: (typeof payIns)[number]): ExpectedPayIn['status'] => {
    if (paid.has(reference) || status === 'paid') return 'paid'
    return status === 'closed' ? 'closed' : 'open'
  }
  return payIns.map((row) => ({
    reference: row.reference,
    amountPaise: row.amount_paise,
    status: statusOf(row),
    createdOn: istDay(row.created_at.getTime()),
    payer: { name: `${row.first_name} ${row.last_name}`.trim(), vpa: row.payer_vpa },
    claims: (claimsOf.get(row.reference) ?? []).map(({ utr, amount_paise }) => ({
      utr,
      amountPaise: amount_paise,
    })),
  }))
}

async function sentPayouts(
  ctx: Ctx,
  ofAccount: OfAccount,
  matched: readonly MatchedLine[],
): Promise<SentPayout[]> {
  const rows = await listSentPayouts(ctx.tx, ofAccount)
  const addresses = await addressesOf(
    ctx,
    rows.flatMap(({ user_id }) => user_id ?? []),
  )
  return rows.map((row) => {
    const own = row.user_id === null ? [sourceOf(row)] : (addresses.get(row.user_id) ?? [])
    const code = row.code ?? ''
    return {
      code,
      amountPaise: row.amount_paise,
      status: row.status === 'sent' ? 'sent' : row.status === 'paid' ? 'paid' : 'returned',
      utrs: matched
        .filter(({ outcome, target }) => outcome === 'payout_paid' && target === code)
        .flatMap(({ utrs }) => utrs),
      payee: {
        name: row.recipient ?? `${row.first_name} ${row.last_name}`.trim(),
        vpa: own.find(({ kind }) => kind === 'upi')?.address ?? null,
      },
      // `number@ifsc…`
      account: own.find(({ kind }) => kind === 'bank')?.address.replace(/@.*$/, '') ?? null,
    }
  })
}

/** A stranger is paid back to where their money came from. */
function sourceOf({ destination }: { readonly destination: string | null }) {
  const address = destination ?? ''
  return { kind: parseAccountAddress(address) ? ('bank' as const) : ('upi' as const), address }
}

async function addressesOf(ctx: Ctx, userIds: readonly number[]) {
  const targets = userIds.length === 0 ? [] : await listTargetsOf(ctx.tx, userIds)
  const opened = await Promise.all(
    targets.map(async ({ user_id, kind, address_sealed }) => ({
      user_id,
      kind,
      address: await openAddress(ctx, user_id, address_sealed),
    })),
  )
  return groupedBy(opened, ({ user_id }) => [user_id])
}
