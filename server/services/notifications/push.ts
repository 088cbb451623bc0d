/** Which browsers of mine are told of notices, and what the job does with one message. */
import type { PushState } from '#core/contract/push.ts'
import { invalid, Refusal } from '#core/errors.ts'
import type { Tx } from '#server/db/transaction.ts'
import { areBrowserKeys, type PushOrder, publicKeyOf, pushOrderFor } from '#server/push/web-push.ts'
import * as push from '#server/repositories/push.ts'
import { postponeRow } from '#server/repositories/queue.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'

const MOST_BROWSERS = 10

export const readMyPush = async ({ tx, user, settings }: UserCtx): Promise<PushState> => ({
  public_key: settings.push && publicKeyOf(settings.push),
  browsers: await push.countBrowsers(tx, user.id),
})

export async function addMyBrowser(
  ctx: UserCtx,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<PushState> {
  if (!ctx.settings.push) throw new Refusal('not_found')
  if (!areBrowserKeys(keys)) throw invalid({ keys: ['select'] })
  await push.saveBrowser(ctx.tx, ctx.user.id, { endpoint, ...keys }, MOST_BROWSERS)
  return readMyPush(ctx)
}

export async function removeMyBrowser(ctx: UserCtx, endpoint: string): Promise<PushState> {
  await push.deleteBrowser(ctx.tx, ctx.user.id, endpoint)
  return readMyPush(ctx)
}

export type PushClaim = push.PushMessageRow

export const claimPushMessages = push.claimPushMessages
export const markPushSent = (tx: Tx, rows: readonly PushClaim[]) =>
  push.markPushSent(
    tx,
    rows.map(({ id }) => id),
  )

/** The line and where it leads, sealed for the browser; null when it has been switched off. */
export async function pushOrder(
  { tx, settings }: Pick<Ctx, 'tx' | 'settings'>,
  { subscription_id, title, path }: PushClaim,
): Promise<PushOrder | null> {
  const browser = await push.findSubscription(tx, subscription_id)
  if (!browser || !settings.push) return null
  return pushOrderFor(settings.push, browser, JSON.stringify({ title, path }))
}

export const forgetBrowser = (tx: Tx, { subscription_id }: PushClaim) =>
  push.deleteSubscription(tx, subscription_id)

const FIRST_WAIT_MS = 10_000
const MOST_TRIES = 8

/** The notice stands on its page all the same: after a while the lock screen is left alone. */
export const pushFailed = (tx: Tx, { id, tries }: PushClaim): Promise<unknown> =>
  tries >= MOST_TRIES
    ? push.giveUpPush(tx, id)
    : postponeRow(tx, 'push_message', id, FIRST_WAIT_MS * 2 ** (tries - 1))
