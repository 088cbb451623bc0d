/**
 * Hands payouts over to a person: a file once another Admin has approved it, or one UPI id. From that moment each may have
 * been paid, so it counts as sent, and leaves `sent` on evidence alone.
 */
import { createHash } from 'node:crypto'
import { parseAccountAddress } from '#core/account-address.ts'
import type { HandOrder, PayoutBatch } from '#core/contract/payout-batches.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { upiLink } from '#core/upi.ts'
import { lockPayout } from '#server/repositories/payments.ts'
import {
  approveBatch,
  cancelBatch,
  listBatchPayouts,
  listShown,
  listWaiting,
  lockBatch,
  markDownloaded,
  type PayoutBatchRow,
  type WaitingPayout,
} from '#server/repositories/payout-batches.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { openFile } from '#server/services/money/payout-address.ts'
import { handToPerson, lockForHand } from '#server/services/money/send-payout.ts'
import { readBatch } from './present.ts'
import { addressOf, codeOf, lockAllForHand, payeeName } from './waiting.ts'

async function lockBatchIn(
  ctx: UserCtx,
  id: string,
  states: readonly PayoutBatchRow['state'][],
): Promise<PayoutBatchRow> {
  const batch = await lockBatch(ctx.tx, id)
  if (!batch) throw new Refusal('not_found')
  if (!states.includes(batch.state)) throw new Refusal('wrong_state')
  return batch
}

/** Throws Refusal `forbidden` for whoever made it: four eyes. */
export async function approvePayoutBatch(ctx: UserCtx, id: string): Promise<PayoutBatch> {
  const batch = await lockBatchIn(ctx, id, ['made'])
  if (batch.made_by === ctx.user.id) throw new Refusal('forbidden')
  await approveBatch(ctx.tx, id, ctx.user.id)
  await recordAudit(ctx, {
    action: 'payout_batch_approved',
    actor: ctx.user,
    subject: { type: 'payout_batch', id },
    after: { sha256: batch.file_sha256 },
  })
  return readBatch(ctx, id)
}

export async function cancelPayoutBatch(ctx: UserCtx, id: string): Promise<PayoutBatch> {
  await lockBatchIn(ctx, id, ['made', 'approved'])
  await cancelBatch(ctx.tx, id)
  await recordAudit(ctx, {
    action: 'payout_batch_cancelled',
    actor: ctx.user,
    subject: { type: 'payout_batch', id },
  })
  return readBatch(ctx, id)
}

export interface DownloadedBatch {
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Answers Refusal `conflict` when one of its payouts may no longer go as it stands in the file: then it is cancelled and
 * made anew. A second download wants a reason.
 */
export async function downloadPayoutBatch(
  ctx: UserCtx,
  request: { readonly id: string; readonly reason: string },
): Promise<DownloadedBatch | Refusal> {
  const { id, reason } = request
  const batch = await lockBatchIn(ctx, id, ['approved', 'downloaded'])
  const isFirst = batch.state === 'approved'
  if (!isFirst && reason === '') throw invalid({ reason: ['required'] })
  if (isFirst && !(await sendAll(ctx, id))) return new Refusal('conflict')
  const bytes = await openFile(ctx, id, batch.file_sealed)
  if (createHash('sha256').update(bytes).digest('hex') !== batch.file_sha256)
    throw new Error(`payout batch ${id}: its file is not the one that was approved`)
  await recordAudit(ctx, {
    action: 'payout_batch_downloaded',
    actor: ctx.user,
    subject: { type: 'payout_batch', id },
    after: { sha256: batch.file_sha256, reason },
  })
  return { name: batch.file_name, bytes }
}

/** All of them or none: false when one may not go, or goes elsewhere than the file says. */
async function sendAll(ctx: UserCtx, id: string): Promise<boolean> {
  const payouts = await lockAllForHand(ctx, await listBatchPayouts(ctx.tx, id))
  if (!payouts) return false
  for (const payout of payouts) await handToPerson(ctx, payout)
  await markDownloaded(ctx.tx, id)
  return true
}

/**
 * Of a payout to a UPI id that stands in no file. Answers Refusal `payout_held` when it has begun to wait again.
 * Throws Refusal `forbidden` where it was shown to another: two who see it could both pay it.
 */
export async function payByHand(ctx: UserCtx, id: string): Promise<HandOrder | Refusal> {
  const payout = (await listWaiting(ctx.tx)).find((row) => row.id === id)
  if (!payout) return showAgain(ctx, id)
  const address = await addressOf(ctx, payout)
  if (payout.batch_id !== null || parseAccountAddress(address)) throw new Refusal('wrong_state')
  const locked = await lockForHand(ctx, payout)
  if (!locked)
    return new Refusal((await lockPayout(ctx.tx, id))?.status === 'held' ? 'payout_held' : 'conflict')
  await handToPerson(ctx, locked)
  await recordAudit(ctx, {
    action: 'payout_paid_by_hand',
    actor: ctx.user,
    subject: { type: 'payout', id },
  })
  return orderOf(payout, address)
}

/** The page was closed, or the bank lets only a part go at once: to the one person who may have paid it. */
async function showAgain(ctx: UserCtx, id: string): Promise<HandOrder> {
  // first: a debit that is booked as a part of it leaves less to pay
  await lockPayout(ctx.tx, id)
  const payout = (await listShown(ctx.tx)).find((row) => row.id === id)
  if (!payout) throw new Refusal('not_found')
  const address = await addressOf(ctx, payout)
  if (parseAccountAddress(address)) throw new Refusal('wrong_state')
  if (payout.shown_to !== ctx.user.id) throw new Refusal('forbidden')
  await recordAudit(ctx, {
    action: 'payout_paid_by_hand',
    actor: ctx.user,
    subject: { type: 'payout', id },
    after: { again: true },
  })
  return orderOf(payout, address)
}

function orderOf(payout: WaitingPayout, address: string): HandOrder {
  const [code, name, amountPaise] = [
    codeOf(payout),
    payeeName(payout),
    payout.amount_paise - payout.part_paise,
  ]
  const link = {
    payeeVpa: address,
    payeeName: name,
    payeeKind: 'personal',
    reference: code,
    amountPaise,
  } as const
  return { id: payout.id, code, name, address, amount_paise: amountPaise, upi_url: upiLink(link) }
}
