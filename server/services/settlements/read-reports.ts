/**
 * Reads what providers have settled, day by day, and holds it against our own rows. A line that agrees has its fee booked,
 * once; one that does not is a discrepancy, and nothing of it is posted. See docs/settlements.md.
 */
import {
  dueReadings,
  judgeMovement,
  netPaise,
  type ReportReading,
  SETTLED_AFTER_DAYS,
} from '#core/settlements.ts'
import { DAY_MS, istDay, startOfIstDay } from '#core/time.ts'
import type { Movement, Rail } from '#server/rails/rail.ts'
import { closeMissing, insertDiscrepancies } from '#server/repositories/discrepancies.ts'
import type { Posting } from '#server/repositories/ledger.ts'
import {
  firstPaymentAt,
  insertLines,
  insertReading,
  listLines,
  listOverdue,
  listReadings,
  listSentRefunds,
  listUnsettled,
  ourRows,
  type SettlementLineRow,
  sumLines,
} from '#server/repositories/settlements.ts'
import { mayMoveMoney } from '#server/services/circuit-breaker.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { applyFact } from '#server/services/money/apply-fact.ts'
import { mustPostAll } from '#server/services/money/post.ts'
import { recordSettlement } from '#server/services/money/record-settlement.ts'
import type { Rails } from '#server/services/money/send-payout.ts'
import { agreeLater, findVanished } from './agree-later.ts'
import { feePosting } from './fee-posting.ts'

type ReportingRail = Rail & Required<Pick<Rail, 'movements'>>
const reads = (rail: Rail): rail is ReportingRail => rail.movements !== undefined

/** The account of the provider's money is locked for so many fees at a time. */
const LINES_AT_ONCE = 100

/** Throws when a provider did not answer: the day is read again. None while money is stopped. */
export async function readReports(inTransaction: InTransaction<Ctx>, rails: Rails): Promise<void> {
  for (const rail of [...rails.values()].filter(reads)) {
    if (!mayMoveMoney()) return
    for (const reading of await inTransaction((ctx) => readingsOf(ctx, rail.name)))
      await readDay(inTransaction, rail, reading)
    await inTransaction((ctx) => agreeLater(ctx, rail))
    await inTransaction((ctx) => findOverdue(ctx, rail.name))
  }
}

async function readingsOf({ tx, now }: Ctx, provider: string): Promise<ReportReading[]> {
  const first = await firstPaymentAt(tx, provider)
  return first ? dueReadings(istDay(first.getTime()), await listReadings(tx, provider), now) : []
}

async function readDay(
  inTransaction: InTransaction<Ctx>,
  rail: ReportingRail,
  { day, reading }: ReportReading,
): Promise<void> {
  const answer = await rail.movements(day)
  if (answer.is !== 'done')
    throw new Error(`${rail.name} did not say what was settled on ${day}: ${answer.is}`)
  const movements = answer.facts
  await askForUnknown(inTransaction, rail, movements)
  for (let at = 0; at < movements.length; at += LINES_AT_ONCE) {
    const some = movements.slice(at, at + LINES_AT_ONCE)
    await inTransaction((ctx) => recordMovements(ctx, { rail, day, movements: some }))
  }
  await inTransaction(async (ctx) => {
    const row = { provider: rail.name, day, reading, lines: movements.length, read_at: new Date(ctx.now) }
    if (!(await insertReading(ctx.tx, row))) return
    await recordTransfers(ctx, { rail, day, movements })
    await findMissing(ctx, rail.name, day)
    if (reading === 2) await findVanished(ctx, rail.name, { day, movements })
  })
}

/** A payment that the provider settles and we do not know: its order says whose it is. */
async function askForUnknown(
  inTransaction: InTransaction<Ctx>,
  rail: ReportingRail,
  movements: readonly Movement[],
): Promise<void> {
  const payments = movements.filter(({ type, orderId }) => type === 'payment' && orderId !== null)
  const ids = payments.map(({ id }) => id)
  const known = await inTransaction(({ tx }) => ourRows(tx, rail.name, ids))
  const isKnown = new Set(known.map(({ id }) => id))
  for (const { id, orderId } of payments) {
    if (isKnown.has(id) || orderId === null) continue
    const answer = await rail.checkout?.findPayments(orderId)
    // no answer is not "no such payment": its line would stand as a discrepancy for ever
    if (answer && answer.is !== 'done')
      throw new Error(`${rail.name} did not say whose ${id} is: ${answer.is}`)
    const fact = answer?.facts.find(({ paymentId }) => paymentId === id)
    if (fact) await inTransaction((ctx) => applyFact(ctx, rail.name, fact))
  }
}

interface DayPart {
  readonly rail: ReportingRail
  readonly day: string
  readonly movements: readonly Movement[]
}

async function recordMovements(ctx: Ctx, { rail, day, movements }: DayPart): Promise<void> {
  const { name: provider } = rail
  const rows = movements.map((movement) => ({
    ...{ provider, type: movement.type, entity_id: movement.id, settlement_id: movement.settlementId, day },
    ...{ amount_paise: movement.amountPaise, debit_paise: movement.debitPaise },
    ...{ credit_paise: movement.creditPaise, fee_paise: movement.feePaise, tax_paise: movement.taxPaise },
  }))
  const inserted = new Set((await insertLines(ctx.tx, rows)).map(keyOf))
  const keyOfMovement = ({ type, id }: Movement) => keyOf({ type, entity_id: id })
  const fresh = movements.filter((movement) => inserted.has(keyOfMovement(movement)))
  await findChanged(
    ctx,
    provider,
    movements.filter((movement) => !inserted.has(keyOfMovement(movement))),
  )
  const ourPaiseOf = await loadOurs(ctx, provider, fresh)
  const postings: Posting[] = []
  const findings = fresh.flatMap((movement) => {
    const { type, id } = movement
    const finding = judgeMovement(movement, ourPaiseOf(movement), rail.feeRates ?? null)
    if (finding) return [{ ...finding, type, reference: id }]
    if (movement.feePaise > 0) postings.push(feePosting(provider, movement))
    return []
  })
  await insertDiscrepancies(
    ctx.tx,
    findings.map(({ kind, type, reference, oursPaise, theirsPaise }) => ({
      ...{ provider, kind, type, reference, ours_paise: oursPaise, theirs_paise: theirsPaise },
      opened_at: new Date(ctx.now),
    })),
  )
  if (postings.length > 0) await mustPostAll(ctx, postings)
  await closeMissing(ctx.tx, provider, { references: movements.map(({ id }) => id), at: new Date(ctx.now) })
}

/** What our row of a line says, in paise. */
async function loadOurs({ tx }: Ctx, provider: string, movements: readonly Movement[]) {
  const ids = movements.flatMap(({ id, disputeId }) => (disputeId === null ? [id] : [id, disputeId]))
  const ours = await ourRows(tx, provider, ids)
  const paiseOf = new Map(ours.map(({ type, id, paise }) => [keyOf({ type, entity_id: id }), paise]))
  const paymentIds = movements.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId]))
  const sent = await listSentRefunds(tx, provider, paymentIds)
  // each speaks for one line: the provider may have sent the same refund twice
  const takeSent = ({ paymentId, amountPaise }: Movement): number | undefined => {
    const at = sent.findIndex(({ payment_id, paise }) => payment_id === paymentId && paise === amountPaise)
    return at < 0 ? undefined : sent.splice(at, 1)[0]?.paise
  }
  return (movement: Movement): number | null => {
    const { type, id, disputeId } = movement
    const ourId = type === 'adjustment' ? (disputeId ?? id) : id
    const known = paiseOf.get(keyOf({ type, entity_id: ourId }))
    return known ?? (type === 'refund' ? takeSent(movement) : undefined) ?? null
  }
}

const keyOf = ({ type, entity_id }: Pick<SettlementLineRow, 'type' | 'entity_id'>): string =>
  `${type} ${entity_id}`

/** What a provider says otherwise the second time; the first stands. */
async function findChanged(ctx: Ctx, provider: string, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return
  const stored = await listLines(
    ctx.tx,
    provider,
    movements.map(({ id }) => id),
  )
  const netOf = new Map(
    stored.map((line) => [
      keyOf(line),
      netPaise({ creditPaise: line.credit_paise, debitPaise: line.debit_paise }),
    ]),
  )
  await insertDiscrepancies(
    ctx.tx,
    movements.flatMap((movement) => {
      const { type, id } = movement
      const [ours, theirs] = [netOf.get(keyOf({ type, entity_id: id })), netPaise(movement)]
      if (ours === undefined || ours === theirs) return []
      const row = { provider, kind: 'amount' as const, type, reference: id }
      return [{ ...row, ours_paise: ours, theirs_paise: theirs, opened_at: new Date(ctx.now) }]
    }),
  )
}

/** The transfers of the day, each as its lines come to. */
async function recordTransfers(ctx: Ctx, { rail: { name: provider }, day, movements }: DayPart) {
  const utrOf = new Map(
    movements.flatMap(({ settlementId, settlementUtr }) =>
      settlementId === null ? [] : [[settlementId, settlementUtr || null] as const],
    ),
  )
  // one that comes to nothing, or less, is carried over to the next
  for (const { settlement_id: settlementId, paise } of await sumLines(ctx.tx, provider, [...utrOf.keys()]))
    if (paise > 0) {
      const utr = utrOf.get(settlementId) ?? null
      await recordSettlement(ctx, { provider, settlementId, utr, amountPaise: paise, day })
    }
}

/** What was paid three days before this day and is in no report up to it. */
async function findMissing({ tx, now }: Ctx, provider: string, day: string): Promise<void> {
  const until = startOfIstDay(day) - (SETTLED_AFTER_DAYS - 1) * DAY_MS
  const bounds = { from: new Date(until - DAY_MS), until: new Date(until) }
  const rows = await listUnsettled(tx, provider, bounds)
  await insertDiscrepancies(
    tx,
    rows.map(({ type, reference, paise }) => ({
      ...{ provider, kind: 'ours_only' as const, type, reference, ours_paise: paise },
      ...{ theirs_paise: null, opened_at: new Date(now) },
    })),
  )
}

/** Transfers that no statement shows. */
async function findOverdue({ tx, now }: Ctx, provider: string): Promise<void> {
  const rows = await listOverdue(tx, provider, SETTLED_AFTER_DAYS)
  await insertDiscrepancies(
    tx,
    rows.map(({ settlement_id, amount_paise }) => ({
      ...{ provider, kind: 'settlement' as const, type: 'settlement' as const, reference: settlement_id },
      ...{ ours_paise: amount_paise, theirs_paise: null, opened_at: new Date(now) },
    })),
  )
}
