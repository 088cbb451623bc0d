/** What a line may be, with the reasons: the likeliest first. */
import type { Answer } from '#core/contract/endpoint.ts'
import type { getDeskLine, LineCandidate } from '#core/contract/match-desk.ts'
import { depositOutcome, isPayable } from '#core/deposits.ts'
import { type NarrationFacts, readNarration } from '#core/statements/narration.ts'
import { payBackFrom, shownVpa } from '#core/statements/pay-back.ts'
import { isFrom, namesAnyWord, namesVpa } from '#core/statements/people.ts'
import { DAY_MS, startOfIstDay, toIso } from '#core/time.ts'
import { listDebtRows } from '#server/repositories/debts.ts'
import {
  type CandidateSearch,
  type DeskLineRow,
  listPayInCandidates,
  listPayoutCandidates,
} from '#server/repositories/line-decisions.ts'
import { recordView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { findSettlementOfLine } from '#server/services/money/record-settlement.ts'
import { getLine, needsSecond, presentDeskLine } from './desk-lines.ts'

/** A payment comes for what was asked for not long before. */
const CANDIDATE_DAYS = 60

type PayInChoice = Awaited<ReturnType<typeof listPayInCandidates>>[number]
type PayoutChoice = Awaited<ReturnType<typeof listPayoutCandidates>>[number]
type Reasons = LineCandidate['reasons']
type FoundChoice = Omit<LineCandidate, 'needs_second'>

export async function presentLineWithChoices(
  ctx: UserCtx,
  key: string,
  search: string | null,
): Promise<Answer<typeof getDeskLine>> {
  const row = await getLine(ctx, key)
  await recordView(ctx, { type: 'bank_line', id: key })
  // finds people by name whom the line does not name
  if (search) await recordView(ctx, { type: 'list', id: 'bank_line_search' })
  const facts = readNarration(row, row.account, row.own_names)
  const query = {
    amountPaise: row.amount_paise,
    targets: [...row.candidates, ...(row.target === null ? [] : [row.target])],
    since: new Date(Math.min(ctx.now, Date.parse(row.date)) - CANDIDATE_DAYS * DAY_MS),
    search: search === '' ? null : search,
  }
  const likely = [
    ...(await payIns(ctx, row, { query, facts })),
    ...(await payouts(ctx, row, { query, facts })),
    ...(await settlements(ctx, row)),
    ...(await debts(ctx, row, { query, facts })),
  ]
  const choices = likely.map((choice) => {
    const meaning = { kind: choice.kind, target: choice.target, class: null, expected: choice.outcome }
    return { ...choice, needs_second: needsSecond(ctx, row, meaning) }
  })
  // a stable sort: of equals the newest stays first
  choices.sort((a, b) => weightOf(b) - weightOf(a))
  const from = toIso(payBackFrom(row.date, ctx.settings.policy.calendar))
  const payBack = row.dir === 'C' ? { from, upi_id: shownVpa(facts) } : null
  return { ...presentDeskLine(ctx, row), choices, goes_back: payBack }
}

interface LineSearch {
  readonly query: CandidateSearch
  readonly facts: NarrationFacts
}

const WEIGHTS = { reference: 16, utr: 8, amount: 4, vpa: 2, name: 1 } as const
const weightOf = ({ reasons, outcome }: FoundChoice): number =>
  reasons.reduce((sum, reason) => sum + WEIGHTS[reason], outcome === null ? -100 : 0)

async function payIns(ctx: UserCtx, row: DeskLineRow, { query, facts }: LineSearch): Promise<FoundChoice[]> {
  if (row.dir === 'D' || row.class === 'foreign') return []
  const rows = await listPayInCandidates(ctx.tx, query)
  return rows.map((payIn) => ({
    kind: 'pay_in' as const,
    target: payIn.target,
    name: `${payIn.first_name} ${payIn.last_name}`.trim(),
    amount_paise: payIn.amount_paise,
    form_pk: payIn.deal_id,
    product: payIn.product,
    status: payIn.status,
    at: toIso(payIn.created_at.getTime()),
    reasons: reasonsOfPayIn(payIn, row, facts),
    outcome: outcomeOf(payIn, row.amount_paise),
  }))
}

function reasonsOfPayIn(payIn: PayInChoice, row: DeskLineRow, facts: NarrationFacts): Reasons {
  const person = { name: `${payIn.first_name} ${payIn.last_name}`.trim(), vpa: payIn.payer_vpa }
  const reasons: Record<Reasons[number], boolean> = {
    reference: facts.squeezed.includes(payIn.target),
    utr: payIn.utrs.some((utr) => facts.utrs.includes(utr)),
    amount: payIn.amount_paise === row.amount_paise,
    vpa: namesVpa(facts, person.vpa),
    name: isFrom(facts, { ...person, vpa: null }) || namesAnyWord(facts, person.name),
  }
  return namesOf(reasons)
}

const namesOf = (reasons: Record<Reasons[number], boolean>): Reasons =>
  (['reference', 'utr', 'amount', 'vpa', 'name'] as const).filter((reason) => reasons[reason])

/** As record-payment judges it, without the lock: what is booked in the meantime makes it another, and is refused. */
const outcomeOf = (
  { status, purpose, deal_status, amount_paise: amountPaise }: PayInChoice,
  receivedPaise: number,
) => depositOutcome({ status, isDue: isPayable(purpose, deal_status), amountPaise }, receivedPaise)

const payeeOf = ({ recipient, first_name, last_name }: PayoutChoice): string =>
  recipient ?? `${first_name} ${last_name}`.trim()

async function payouts(ctx: UserCtx, row: DeskLineRow, { query, facts }: LineSearch): Promise<FoundChoice[]> {
  // money that came in can be a payout that came back; most is not
  if (row.dir === 'C' && row.class !== 'reversal' && query.search === null) return []
  const status = row.dir === 'D' ? 'sent' : 'paid'
  const rows = await listPayoutCandidates(ctx.tx, query, status)
  return rows.map((payout) => ({
    kind: 'payout' as const,
    target: payout.target ?? '',
    name: payeeOf(payout),
    amount_paise: payout.rest_paise,
    form_pk: payout.deal_id,
    product: null,
    status: payout.status,
    at: toIso(payout.created_at.getTime()),
    reasons: reasonsOfPayout(payout, row, facts),
    outcome: outcomeOfPayout(payout, row),
  }))
}

/** A bank may let less go at once than is owed: what left is a part of it, and the rest is sent with the same code. */
function outcomeOfPayout(payout: PayoutChoice, { dir, amount_paise: amountPaise }: DeskLineRow) {
  if (dir === 'C')
    return payout.status === 'paid' && payout.amount_paise === amountPaise ? 'payout_returned' : null
  if (payout.status !== 'sent' || payout.rest_paise < amountPaise) return null
  return payout.rest_paise === amountPaise ? 'payout_paid' : 'payout_part'
}

/** What a provider has paid out to us, by the number that the line names. */
async function settlements(ctx: UserCtx, row: DeskLineRow): Promise<FoundChoice[]> {
  const settlement = row.dir === 'C' ? await findSettlementOfLine(ctx, row) : undefined
  if (!settlement) return []
  const isWhole = settlement.amount_paise === row.amount_paise
  return [
    {
      ...{ kind: 'settlement', target: settlement.settlement_id, name: settlement.provider },
      ...{ amount_paise: settlement.amount_paise, form_pk: null, product: null, status: 'processed' },
      at: toIso(startOfIstDay(settlement.day)),
      reasons: isWhole ? ['utr', 'amount'] : ['utr'],
      outcome: isWhole ? 'settlement' : null,
    },
  ]
}

/** Who owes us as much, whom the line names, or whom a person looks for. */
async function debts(ctx: UserCtx, row: DeskLineRow, { query, facts }: LineSearch): Promise<FoundChoice[]> {
  if (row.dir === 'D' || row.class === 'foreign') return []
  const search = query.search?.toLowerCase() ?? null
  const rows = await listDebtRows(ctx.tx)
  return rows.flatMap(({ user_id, name, form_pk, at, owedPaise, pendingPaise }) => {
    const finalPaise = owedPaise - pendingPaise
    const reasons: Reasons = [
      ...(finalPaise === row.amount_paise ? (['amount'] as const) : []),
      ...(namesAnyWord(facts, name) ? (['name'] as const) : []),
    ]
    const isMeant =
      search === null
        ? reasons.length > 0
        : name.toLowerCase().includes(search) || form_pk?.toLowerCase() === search
    if (finalPaise === 0 || !isMeant) return []
    return {
      ...{ kind: 'debt' as const, target: String(user_id), name, amount_paise: finalPaise, form_pk, reasons },
      ...{ product: null, status: 'owed', at: toIso(at?.getTime() ?? ctx.now), outcome: 'debt' },
    }
  })
}

const reasonsOfPayout = (payout: PayoutChoice, row: DeskLineRow, facts: NarrationFacts): Reasons =>
  namesOf({
    reference: payout.target !== null && facts.squeezed.includes(payout.target),
    utr: payout.provider_ref !== null && facts.utrs.includes(payout.provider_ref),
    amount: payout.rest_paise === row.amount_paise,
    vpa: false,
    name: namesAnyWord(facts, payeeOf(payout)),
  })
