/** Transfers of a provider to the operator's bank account: known by its report or its webhook, met by a line of the bank's statement. */
import { type AccountCode, gatewayAccount } from '#core/accounts.ts'
import { istDay } from '#core/time.ts'
import type { SettledFact } from '#server/rails/rail.ts'
import { closeMissing, insertDiscrepancies } from '#server/repositories/discrepancies.ts'
import type { StatementLineRow } from '#server/repositories/line-bookings.ts'
import {
  findSettlement,
  insertSettlement,
  listOnTheirWay,
  type SettlementRow,
  setBankLine,
} from '#server/repositories/settlements.ts'
import type { Ctx } from '#server/services/context.ts'
import { mustPost } from './post.ts'

type ReportedSettlement = Omit<SettledFact, 'kind'> & { readonly provider: string }

/** Told twice with another amount it is a discrepancy, and the first stands. */
export async function recordSettlement(ctx: Ctx, settlement: ReportedSettlement): Promise<void> {
  const { provider, settlementId, utr, amountPaise, day } = settlement
  const today = istDay(ctx.now)
  // by a clock of theirs that is ahead it would be missed by nobody until then
  const row = {
    provider,
    settlement_id: settlementId,
    utr,
    amount_paise: amountPaise,
    day: day < today ? day : today,
  }
  if (await insertSettlement(ctx.tx, row)) return
  const known = await findSettlement(ctx.tx, provider, settlementId)
  if (known && known.amount_paise !== amountPaise) await differs(ctx, known, amountPaise)
}

const differs = (ctx: Ctx, { provider, settlement_id, amount_paise }: SettlementRow, theirs: number) =>
  insertDiscrepancies(ctx.tx, [
    {
      ...{ provider, kind: 'settlement', type: 'settlement', reference: settlement_id },
      ...{ ours_paise: amount_paise, theirs_paise: theirs, opened_at: new Date(ctx.now) },
    },
  ])

type ArrivedLine = Pick<
  StatementLineRow,
  'bank_account_id' | 'position' | 'narration' | 'ref' | 'amount_paise'
>

/** Banks cut a number in two, and print it with and without strokes. */
const squeeze = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '')

/** Shorter ones could stand in a narration by chance. */
const SHORTEST_UTR = 10

/** That the line names by its number and that no other line has shown. */
export async function findSettlementOfLine(
  { tx }: Pick<Ctx, 'tx'>,
  { narration, ref }: Pick<ArrivedLine, 'narration' | 'ref'>,
): Promise<SettlementRow | undefined> {
  const text = squeeze(`${narration} ${ref}`)
  const rows = await listOnTheirWay(tx)
  return rows.find(
    ({ utr }) => utr !== null && squeeze(utr).length >= SHORTEST_UTR && text.includes(squeeze(utr)),
  )
}

interface SettlementPosting {
  /** Of the transfer in the books. */
  readonly id: string
  /** The bank account, or where the line waited. */
  readonly from: AccountCode
}

/**
 * What the provider held is at the bank. Null, and nothing is posted, for a line that names no settlement, or one of another
 * amount, which is a discrepancy.
 */
export async function bookSettlement(ctx: Ctx, line: ArrivedLine, { id, from }: SettlementPosting) {
  const settlement = await findSettlementOfLine(ctx, line)
  if (!settlement) return null
  const { provider, settlement_id, amount_paise: amountPaise } = settlement
  if (line.amount_paise !== amountPaise) {
    await differs(ctx, settlement, line.amount_paise)
    return null
  }
  const { bank_account_id, position } = line
  if (!(await setBankLine(ctx.tx, settlement, { bank_account_id, position }))) return null
  await mustPost(ctx, {
    ...{ id, kind: 'settlement' },
    entries: [
      { account: from, amountPaise: -amountPaise },
      { account: gatewayAccount(provider), amountPaise },
    ],
  })
  await closeMissing(ctx.tx, provider, { references: [settlement_id], at: new Date(ctx.now) })
  return { outcome: 'settlement' as const, target: settlement_id, transfers: [id] }
}
