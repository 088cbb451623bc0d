/**
 * Takes an account of a payee to the provider, step by step, and asks how far it is. Each step is stored when it is done, so
 * that a process that died between two goes on from there; a step whose answer was lost is made again, and what guards it
 * from being made twice is said by the provider's page (server/rails/razorpay/linked-accounts.ts).
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts'
import type { AccountStanding, PayeeAccounts, PayeeDetails } from '#server/rails/holds.ts'
import type { RailAnswer } from '#server/rails/rail.ts'
import { lockUser } from '#server/repositories/account.ts'
import {
  claimLinkedAccountRows,
  isTakenOut,
  type LinkedAccountRow,
  lockLinkedAccount,
  postponeLinkedAccountRow,
  updateLinkedAccount,
} from '#server/repositories/linked-accounts.ts'
import { findUser } from '#server/repositories/users.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { addressHash, openDetails } from '#server/services/money/payout-address.ts'
import { rejudgeHeldOf } from '#server/services/money/queue-payout.ts'
import type { Rails } from '#server/services/money/send-payout.ts'
import { notifyOfAccount } from '#server/services/notifications/account-notifications.ts'
import { tellTeamOfOtherBank } from './emails.ts'

export const claimLinkedAccounts = ({ tx }: Ctx, limit: number): Promise<LinkedAccountRow[]> =>
  claimLinkedAccountRows(tx, limit)

type AccountProgress = Partial<
  Pick<LinkedAccountRow, 'account_id' | 'owner_id' | 'owner_sent' | 'product_id' | 'bank_sent'>
>
interface StepResult {
  readonly answer: RailAnswer<unknown>
  readonly progress: AccountProgress
  readonly standing?: AccountStanding
}

/** Six at most lie between nothing and an answer. */
const STEPS = 6

/** Throws when the provider did not answer: it is asked again. */
export async function askAccount(
  inTransaction: InTransaction<Ctx>,
  rails: Rails,
  claimed: LinkedAccountRow,
): Promise<void> {
  const accounts = rails.get(claimed.provider)?.holds?.accounts
  if (!accounts) throw new Error(`no provider ${claimed.provider} that holds money`)
  let row = claimed
  for (let n = 0; n < STEPS; n += 1) {
    const details = await inTransaction((ctx) => detailsOf(ctx, row))
    const result = await nextStep(accounts, row, details)
    if (result.answer.is === 'refused' && result.answer.retry === 'never') {
      const { detail } = result.answer
      return inTransaction((ctx) => askOwner(ctx, row, detail))
    }
    if (result.answer.is !== 'done') throw new Error(`the provider answered ${result.answer.is}`)
    row = { ...row, ...result.progress }
    const { standing } = result
    await inTransaction((ctx) => keep(ctx, row, result))
    if (standing) return
  }
}

async function detailsOf(ctx: Ctx, row: LinkedAccountRow): Promise<PayeeDetails | null> {
  return row.details_sealed && openDetails(ctx, row.user_id, row.details_sealed)
}

async function nextStep(
  accounts: PayeeAccounts,
  row: LinkedAccountRow,
  details: PayeeDetails | null,
): Promise<StepResult> {
  const { account_id: accountId, owner_id: ownerId, product_id: productId } = row
  if (accountId !== null && productId !== null && (details === null || row.bank_sent))
    return standingOf(await accounts.find(accountId, productId), {})
  if (details === null) throw new Error(`account ${row.id} has nothing to send`)
  if (accountId === null) {
    const answer = await accounts.open(details)
    return { answer, progress: answer.is === 'done' ? { account_id: answer.facts } : {} }
  }
  if (!row.owner_sent) {
    const answer = await (ownerId === null
      ? accounts.addOwner(accountId, details)
      : accounts.changeOwner(accountId, ownerId, details))
    return { answer, progress: answer.is === 'done' ? { owner_id: answer.facts, owner_sent: true } : {} }
  }
  if (productId === null) {
    const answer = await accounts.request(accountId)
    return { answer, progress: answer.is === 'done' ? { product_id: answer.facts.productId } : {} }
  }
  return standingOf(await accounts.setBank(accountId, productId, details), { bank_sent: true })
}

const standingOf = (answer: RailAnswer<AccountStanding>, progress: AccountProgress): StepResult =>
  answer.is === 'done' ? { answer, progress, standing: answer.facts } : { answer, progress: {} }

const NEXT_QUESTION_MS: Record<AccountStanding['state'], number | null> = {
  under_review: HOUR_MS,
  // the owner's move
  needs_clarification: null,
  // it may be suspended
  activated: DAY_MS,
  refused: DAY_MS,
}

async function keep(
  ctx: Ctx,
  { id, user_id }: LinkedAccountRow,
  { progress, standing }: StepResult,
): Promise<void> {
  // before the account, as whoever takes it out locks them
  await lockUser(ctx.tx, user_id)
  const before = await lockLinkedAccount(ctx.tx, id)
  if (!before || isTakenOut(before)) return
  // sent anew while the provider was asked: what it says is of the details before
  if (progress.bank_sent && before.state !== 'submitted') return
  if (!standing) return void (await updateLinkedAccount(ctx.tx, id, progress))
  const { wanted } = standing
  const isOthers = standing.state === 'activated' && (await isOtherBank(ctx, before, standing))
  const state = isOthers ? 'under_review' : standing.state
  // its owner has corrected it, and that has not reached the provider yet
  if (before.state === 'submitted' && !progress.bank_sent) return
  const isActivated = state === 'activated'
  const activatedAt = before.activated_at ?? new Date(ctx.now)
  await updateLinkedAccount(ctx.tx, id, {
    ...progress,
    ...{ state, wanted: [...wanted], problem: isOthers ? 'the provider has another bank account' : null },
    activated_at: isActivated ? activatedAt : null,
    // nothing is sent any more: what a thief could read is gone
    ...(isActivated ? { details_sealed: null } : {}),
  })
  await postponeLinkedAccountRow(ctx.tx, id, NEXT_QUESTION_MS[state])
  if (isOthers) await tellTeam(ctx, before)
  if (state === before.state) return
  await notifyOfAccount(ctx, before.user_id, state)
  await rejudgeHeldOf(ctx, before.user_id)
}

/** A form that the provider has locked keeps the bank account of before, and is activated with it. */
async function isOtherBank(
  ctx: Ctx,
  { taken_out_at, address_hash }: LinkedAccountRow,
  { bank }: AccountStanding,
): Promise<boolean> {
  if (taken_out_at === null) return false
  return bank === null || !(await addressHash(ctx, bank)).equals(address_hash)
}

async function tellTeam(ctx: Ctx, { user_id, bank_masked, submitted_at }: LinkedAccountRow): Promise<void> {
  const owner = await findUser(ctx.tx, user_id)
  if (owner) await tellTeamOfOtherBank(ctx, { owner, bank: bank_masked, submittedAt: submitted_at })
}

/** The provider does not take what was said: only its owner can mend that. */
async function askOwner(
  ctx: Ctx,
  { id, user_id, submitted_at }: LinkedAccountRow,
  detail: string,
): Promise<void> {
  const now = await lockLinkedAccount(ctx.tx, id)
  if (now?.submitted_at.getTime() !== submitted_at.getTime() || isTakenOut(now)) return
  const wanted = [/email/i.test(detail) ? 'email' : 'details']
  await updateLinkedAccount(ctx.tx, id, { state: 'needs_clarification', wanted, problem: detail })
  await postponeLinkedAccountRow(ctx.tx, id, null)
  await notifyOfAccount(ctx, user_id, 'needs_clarification')
}

const LONGEST_MS = 6 * HOUR_MS

/** After an answer that did not come. */
export const postponeLinkedAccount = ({ tx }: Pick<Ctx, 'tx'>, { id, tries }: LinkedAccountRow) =>
  postponeLinkedAccountRow(tx, id, Math.min(LONGEST_MS, MINUTE_MS * 2 ** Math.min(tries, 10)))
