/** What is known of an account before the next file: its lines, and what may be paid into it. */

import type { KnownAccount } from '#core/statements/merge.ts'
import { readNarration } from '#core/statements/narration.ts'
import type { MatchingWorld } from '#core/statements/world.ts'
import { DAY_MS, istDay } from '#core/time.ts'
import {
  type BankAccountRow,
  listExpectedPayIns,
  listStatementLines,
} from '#server/repositories/statements.ts'
import type { Ctx } from '#server/services/context.ts'

/** Money for a pay-in of long ago is a stranger's: a person looks. */
const PAY_IN_DAYS = 60

export async function knownAccount(ctx: Ctx, account: BankAccountRow) {
  const rows = await listStatementLines(ctx.tx, account.id)
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

/** Payouts are not among it yet: they have no code that a bank would print. */
export async function matchingWorld(
  ctx: Ctx,
  account: BankAccountRow,
  rows: KnownRows,
): Promise<MatchingWorld> {
  const payIns = await listExpectedPayIns(ctx.tx, new Date(ctx.now - PAY_IN_DAYS * DAY_MS))
  const matched = rows.filter(({ tier, dir, target }) => tier === 'matched' && dir === 'C' && target !== null)
  // of lines that are approved and not booked yet
  const paid = new Set(
    matched.filter(({ outcome }) => outcome === 'applied' || outcome === 'over').map(({ target }) => target),
  )
  const deposits = matched.map((row) => ({
    reference: row.target ?? '',
    amountPaise: row.amount_paise,
    utrs: readNarration(row, account.account, account.own_names).utrs,
  }))
  return {
    account: account.account,
    ownNames: account.own_names,
    payIns: payIns.map((row) => ({
      reference: row.reference,
      amountPaise: row.amount_paise,
      status:
        paid.has(row.reference) || row.status === 'paid'
          ? 'paid'
          : row.status === 'closed'
            ? 'closed'
            : 'open',
      createdOn: istDay(row.created_at.getTime()),
      payer: { name: `${row.first_name} ${row.last_name}`.trim(), vpa: null },
      claims: [],
    })),
    payouts: [],
    deposits,
    hasUniquePaise: false,
  }
}
