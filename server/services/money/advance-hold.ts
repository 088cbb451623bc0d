/**
 * Gets what a provider holds of a deal to where the deal has ended, call by call. Each is written down before it is made and
 * after. One whose answer was lost is asked about by what it would have changed, and made again when nothing of it shows
 * after ten minutes: the provider knows no key for it.
 */
import { gatewayAccount, heldAtProvider } from '#core/accounts.ts'
import { type HoldStep, planHoldEnd } from '#core/provider-hold.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts'
import { lockDeal } from '#server/repositories/deals.ts'
import { noteAnswer } from '#server/repositories/outages.ts'
import { findPayIn } from '#server/repositories/payments.ts'
import { lockUnsentOf } from '#server/repositories/payout-holds.ts'
import {
  claimProviderHoldRows,
  insertHoldSteps,
  listHoldSteps,
  lockProviderHold,
  type ProviderHoldRow,
  type ProviderHoldStepRow,
  updateHoldStep,
  updateProviderHold,
} from '#server/repositories/provider-holds.ts'
import { mayMoveMoney, requireMoney } from '#server/services/circuit-breaker.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { isUnanswered } from './evidence.ts'
import { askProvider, type Heard, type HoldQuestion, stepEvidenceOf } from './hold-calls.ts'
import { callsFor, lookAgain, NoAnswer, tellTeam } from './hold-waits.ts'
import { mustPost } from './post.ts'
import { rejudge } from './queue-payout.ts'
import type { Rails } from './send-payout.ts'

/** None while money is closed: what is heard could not be recorded. */
export const claimProviderHolds = async ({ tx }: Ctx, limit: number): Promise<ProviderHoldRow[]> =>
  mayMoveMoney() ? claimProviderHoldRows(tx, limit) : []

/** A call that showed nothing for so long was not done. */
const SILENCE_MS = 10 * MINUTE_MS
/** Sent so often without an end, it is a person's. */
const MAX_SENDS = 5
/** A transfer that failed is tried again by the provider on the next three days; ours beside it would be a second one. */
const THEIR_TRIES_MS = 4 * DAY_MS
/** It is made within minutes of the payment. */
const LONGEST_TRANSFER_MS = 4 * DAY_MS
/** More calls than a hold can need at once. */
const CALLS = 12

/** Throws when the provider did not answer a question: the row is put off. */
export async function advanceHold(
  inTransaction: InTransaction<Ctx>,
  rails: Rails,
  { id, provider }: Pick<ProviderHoldRow, 'id' | 'provider'>,
): Promise<void> {
  const holds = rails.get(provider)?.holds
  if (!holds) throw new Error(`no provider ${provider} that holds money`)
  for (let n = 0; n < CALLS; n += 1) {
    const question = await inTransaction((ctx) => nextQuestion(ctx, id, holds.days))
    if (!question) return
    const row = await inTransaction(({ tx }) => lockProviderHold(tx, id))
    if (!row) return
    const answer = await askProvider(holds, row, question)
    const isAnswered = !isUnanswered(answer)
    // a question is simply asked again; of a call it is written down that its answer was lost
    const goesOn =
      (isAnswered || question.is === 'send') &&
      (await inTransaction((ctx) => record(ctx, id, { question, answer })))
    if (!isAnswered) throw new NoAnswer(answer, question.is === 'send')
    if (!goesOn) return
  }
}

/** Under the deal's lock, as every step of its money. Null: nothing is to be asked now. */
async function nextQuestion(ctx: Ctx, id: string, days: number): Promise<HoldQuestion | null> {
  requireMoney()
  const row = await lockOf(ctx, id)
  if (!row?.payment_id || row.ready_at !== null) return null
  if (row.state !== 'held' && !(await isOursNow(ctx, row))) {
    const payIn = await findPayIn(ctx.tx, id)
    return payIn?.provider_order_id ? { is: 'transfer', orderId: payIn.provider_order_id } : null
  }
  if (row.keep_paise === null) return watchAge(ctx, row, days)
  const steps = await stepsOf(ctx, row, row.keep_paise)
  if (steps === null) return null
  const step = steps.find(({ state }) => state !== 'done')
  if (!step) return finish(ctx, row)
  if (step.state === 'sent') return { is: 'find', step }
  if (step.sends >= MAX_SENDS) return giveUp(ctx, row, 'sent too often')
  const sends = step.sends + 1
  await updateHoldStep(ctx.tx, step, { state: 'sent', sent_at: new Date(), sends })
  return { is: 'send', step: { ...step, sends } }
}

/** So many days before the contract's last one the team hears of a deal that still holds. */
const WARNING_DAYS = 7

async function watchAge(ctx: Ctx, row: ProviderHoldRow, days: number): Promise<null> {
  const isOld = ctx.now - row.created_at.getTime() > (days - WARNING_DAYS) * DAY_MS
  if (isOld) await tellTeam(ctx, row, 'hold_ends')
  return lookAgain(ctx, row.id, DAY_MS)
}

/** Our own calls in place of a transfer that failed have been planned. */
const isOursNow = async ({ tx }: Ctx, { id, state }: ProviderHoldRow): Promise<boolean> =>
  state === 'failed' && (await listHoldSteps(tx, id)).length > 0

/** Of one that was just seen to have failed: the deal has ended, and the provider will not try again by itself. */
const isOursToTransfer = ({ failed_at, keep_paise }: ProviderHoldRow): boolean =>
  keep_paise !== null && Date.now() - (failed_at?.getTime() ?? 0) > THEIR_TRIES_MS

async function lockOf({ tx }: Ctx, id: string): Promise<ProviderHoldRow | undefined> {
  const payIn = await findPayIn(tx, id)
  if (payIn) await lockDeal(tx, payIn.deal_id)
  return lockProviderHold(tx, id)
}

/** Planned once. Null: no calls lead there, and the team is told. */
async function stepsOf(
  ctx: Ctx,
  row: ProviderHoldRow,
  keepPaise: number,
): Promise<ProviderHoldStepRow[] | null> {
  const known = await listHoldSteps(ctx.tx, row.id)
  if (known.length > 0) return known
  const heldPaise = row.state === 'held' ? row.amount_paise : 0
  const plan = keepPaise > row.amount_paise ? null : planHoldEnd({ heldPaise, keepPaise })
  if (plan === null) return giveUp(ctx, row, 'the amount cannot be moved by its calls')
  if (plan.length === 0) return []
  await insertHoldSteps(
    ctx.tx,
    plan.map(({ call, amountPaise }: HoldStep, n) => ({
      ...{ hold_id: row.id, n: n + 1, call, amount_paise: amountPaise },
    })),
  )
  return listHoldSteps(ctx.tx, row.id)
}

/** Nothing is held there: what is the payee's is transferred, and where nothing is, all is done. */
async function beginOwn(ctx: Ctx, row: ProviderHoldRow): Promise<boolean> {
  const steps = await stepsOf(ctx, row, row.keep_paise ?? 0)
  if (steps?.length === 0) await finish(ctx, row)
  return steps !== null && steps.length > 0
}

async function finish(ctx: Ctx, row: ProviderHoldRow): Promise<null> {
  await updateProviderHold(ctx.tx, row.id, { ready_at: new Date(ctx.now) })
  await lookAgain(ctx, row.id, null)
  for (const payout of await lockUnsentOf(ctx.tx, row.deal_id)) await rejudge(ctx, payout)
  return null
}

async function giveUp(ctx: Ctx, row: ProviderHoldRow, problem: string): Promise<null> {
  await updateProviderHold(ctx.tx, row.id, { state: 'review', problem: problem.slice(0, 300) })
  await tellTeam(ctx, row)
  return lookAgain(ctx, row.id, HOUR_MS)
}

interface Exchange {
  readonly question: HoldQuestion
  readonly answer: Heard
}

/** Whether there may be more to ask at once. */
async function record(ctx: Ctx, id: string, { question, answer }: Exchange): Promise<boolean> {
  const row = await lockOf(ctx, id)
  if (row && !isUnanswered(answer)) noteAnswer(ctx.tx, callsFor(row))
  if (!row || row.ready_at !== null) return false
  if (row.state === 'review') return recordMended(ctx, row, answer)
  if (question.is === 'transfer') return recordTransfer(ctx, row, answer)
  const steps = await listHoldSteps(ctx.tx, id)
  const step = steps.find(({ n }) => n === question.step.n)
  // another process has ended it
  if (step?.state !== 'sent' || step.sends !== question.step.sends) return step?.state === 'done'
  return question.is === 'send' ? recordSent(ctx, row, step, answer) : recordFound(ctx, row, step, answer)
}

/** The team has moved it by hand in the provider's dashboard: what is there now is what the deal has left to its payee. */
async function recordMended(ctx: Ctx, row: ProviderHoldRow, answer: Heard): Promise<boolean> {
  const transfers = answer.is === 'done' ? (answer.facts.transfers ?? []) : []
  const transfer = transfers.find(({ accountId }) => accountId === row.account_id)
  const leftPaise = transfer?.state === 'made' ? transfer.amountPaise - transfer.reversedPaise : 0
  if (answer.is !== 'done' || row.keep_paise === null || leftPaise !== row.keep_paise)
    return Boolean(await lookAgain(ctx, row.id, HOUR_MS))
  const steps = await listHoldSteps(ctx.tx, row.id)
  const bookedPaise = steps
    .filter(({ state }) => state === 'done')
    .reduce(
      (sum, { call, amount_paise }) => sum + (call === 'reverse' ? -amount_paise : amount_paise),
      row.transfer_id === null ? 0 : row.amount_paise,
    )
  if (leftPaise !== bookedPaise)
    await post(ctx, row, { n: steps.length + 1, heldPaise: leftPaise - bookedPaise })
  const transferId = transfer?.id ?? row.transfer_id
  if (transferId !== null)
    await updateProviderHold(ctx.tx, row.id, { state: 'held', transfer_id: transferId })
  await finish(ctx, row)
  return false
}

/** With the order, and not yet known to be there. */
async function recordTransfer(ctx: Ctx, row: ProviderHoldRow, answer: Heard): Promise<boolean> {
  if (answer.is !== 'done') throw new Error(`the provider answered ${answer.is}`)
  const transfer = answer.facts.transfers?.find(({ accountId }) => accountId === row.account_id)
  if (transfer?.state === 'made') {
    if (transfer.amountPaise !== row.amount_paise || transfer.reversedPaise > 0)
      return Boolean(await giveUp(ctx, row, 'the transfer is of another amount'))
    await post(ctx, row, { n: 0, heldPaise: row.amount_paise })
    await updateProviderHold(ctx.tx, row.id, { state: 'held', transfer_id: transfer.id })
    return true
  }
  const isFailed = transfer === undefined || transfer.state === 'failed'
  const failedAt = row.failed_at ?? new Date()
  const changes = isFailed
    ? ({ state: 'failed', failed_at: failedAt } as const)
    : ({ state: 'waiting' } as const)
  await updateProviderHold(ctx.tx, row.id, changes)
  // one that neither comes nor fails would be asked about for ever
  const isLate = !isFailed && ctx.now - row.created_at.getTime() > LONGEST_TRANSFER_MS
  if ((isFailed && row.failed_at === null) || isLate) await tellTeam(ctx, row)
  if (isFailed && isOursToTransfer({ ...row, failed_at: failedAt })) return beginOwn(ctx, row)
  await lookAgain(ctx, row.id, isFailed ? HOUR_MS : MINUTE_MS)
  return false
}

async function recordSent(
  ctx: Ctx,
  row: ProviderHoldRow,
  step: ProviderHoldStepRow,
  answer: Heard,
): Promise<boolean> {
  if (answer.is === 'done') return endStep(ctx, row, step, answer.facts.providerId ?? null)
  const detail = answer.is === 'pending' ? null : answer.detail.slice(0, 300)
  await updateHoldStep(ctx.tx, step, { detail })
  // the first refusal is of a call that nothing was done by; after a lost answer it may be because all is done
  if (answer.is === 'refused' && step.sends === 1) {
    if (answer.retry === 'never') return Boolean(await giveUp(ctx, row, answer.detail))
    await updateHoldStep(ctx.tx, step, { state: 'due', sends: 0 })
    return Boolean(await lookAgain(ctx, row.id, MINUTE_MS))
  }
  return Boolean(await lookAgain(ctx, row.id, 10_000))
}

async function recordFound(
  ctx: Ctx,
  row: ProviderHoldRow,
  step: ProviderHoldStepRow,
  answer: Heard,
): Promise<boolean> {
  if (answer.is !== 'done') throw new Error(`the provider answered ${answer.is}`)
  const result = stepEvidenceOf(row, step, answer.facts.transfers ?? [])
  if (result.is === 'done') return endStep(ctx, row, step, result.providerId)
  if (result.is === 'other') return Boolean(await giveUp(ctx, row, 'the provider has moved another amount'))
  if (Date.now() - (step.sent_at?.getTime() ?? 0) < SILENCE_MS)
    return Boolean(await lookAgain(ctx, row.id, 2 * MINUTE_MS))
  await updateHoldStep(ctx.tx, step, { state: 'due' })
  return true
}

async function endStep(
  ctx: Ctx,
  row: ProviderHoldRow,
  step: ProviderHoldStepRow,
  providerId: string | null,
): Promise<boolean> {
  await updateHoldStep(ctx.tx, step, {
    state: 'done',
    provider_id: providerId,
    done_at: new Date(),
    detail: null,
  })
  const sign = step.call === 'reverse' ? -1 : 1
  await post(ctx, row, { n: step.n, heldPaise: sign * step.amount_paise })
  if (step.call === 'transfer') await updateProviderHold(ctx.tx, row.id, { transfer_id: providerId })
  return true
}

/** `heldPaise`: what is held in the payee's name by it; below zero, what is ours again. */
const post = (
  ctx: Ctx,
  { id, provider }: ProviderHoldRow,
  { n, heldPaise }: { n: number; heldPaise: number },
) =>
  mustPost(ctx, {
    id: `provider_hold:${id}:${n}`,
    kind: heldPaise > 0 ? 'hold_made' : 'hold_reversed',
    entries: [
      { account: heldAtProvider(provider), amountPaise: -heldPaise },
      { account: gatewayAccount(provider), amountPaise: heldPaise },
    ],
  })
