/** Apps and keys of a person: made, listed, rotated, ended. A key is shown once and stored as its hash. */
import { CURRENT_VERSION } from '#core/api-versions.ts'
import type { App, createApiKey as creation } from '#core/contract/apps.ts'
import { MOST_APPS, MOST_KEYS, OVERLAP_HOURS } from '#core/contract/apps.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import { Refusal } from '#core/errors.ts'
import type { KeyMode, Scope } from '#core/scopes.ts'
import { toIso } from '#core/time.ts'
import { keyPrefix, newApiKey } from '#server/lib/api-keys.ts'
import { randomId, tokenHash } from '#server/lib/tokens.ts'
import { lockUser } from '#server/repositories/account.ts'
import * as apps from '#server/repositories/apps.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { requireVerifiedPhone } from '#server/services/authorisation.ts'
import { type AppSettings, isTeam, type UserCtx } from '#server/services/context.ts'

/** Money is played with test keys alone, and moved with live ones alone. */
export const keyModeOf = ({ provider }: Pick<AppSettings, 'provider'>): KeyMode =>
  provider === 'sandbox' ? 'test' : 'live'

function requireOwner(ctx: UserCtx): void {
  if (isTeam(ctx.user)) throw new Refusal('forbidden')
}

const iso = (at: Date | null): string | null => at && toIso(at.getTime())

const presentKey = (mode: KeyMode, row: apps.ApiKeyRow): App['keys'][number] => ({
  id: row.id,
  prefix: keyPrefix(mode, row.id),
  last4: row.last4,
  scopes: row.scopes,
  created_at: toIso(row.created_at.getTime()),
  expires_at: iso(row.expires_at),
  last_used_at: iso(row.last_used_at),
})

const presentApp = (row: apps.AppRow, keys: readonly apps.ApiKeyRow[]): App => ({
  id: row.id,
  name: row.name,
  mode: row.mode,
  version: row.version,
  created_at: toIso(row.created_at.getTime()),
  keys: keys.filter(({ app_id }) => app_id === row.id).map((key) => presentKey(row.mode, key)),
})

export async function listApps(ctx: UserCtx): Promise<App[]> {
  const rows = await apps.listAppsOf(ctx.tx, ctx.user.id)
  const keys = await apps.listLiveKeys(
    ctx.tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentApp(row, keys))
}

export async function createApp(ctx: UserCtx, name: string): Promise<App> {
  requireOwner(ctx)
  requireVerifiedPhone(ctx)
  // apps that are made at the same moment are counted one after the other
  await lockUser(ctx.tx, ctx.user.id)
  if ((await apps.listAppsOf(ctx.tx, ctx.user.id)).length >= MOST_APPS) throw new Refusal('limit_reached')
  const mode = keyModeOf(ctx.settings)
  const row = await apps.insertApp(ctx.tx, {
    id: randomId(),
    owner_id: ctx.user.id,
    ...{ name, mode, version: CURRENT_VERSION },
  })
  await recordAudit(ctx, { action: 'app_created', actor: ctx.user, subject: { type: 'app', id: row.id } })
  return presentApp(row, [])
}

/** For whatever belongs to an app: not there, somebody else's and ended are one answer. */
async function lockApp(ctx: UserCtx, id: string): Promise<apps.AppRow> {
  const app = await apps.lockAppOf(ctx.tx, ctx.user.id, id)
  if (!app) throw new Refusal('not_found')
  return app
}

export async function revokeApp(ctx: UserCtx, id: string): Promise<void> {
  const app = await lockApp(ctx, id)
  await apps.revokeAppRow(ctx.tx, app.id)
  await recordAudit(ctx, { action: 'app_revoked', actor: ctx.user, subject: { type: 'app', id: app.id } })
}

/** The keys before go on for a while, so that a program can be given the new one without a gap. */
export async function createApiKey(
  ctx: UserCtx,
  appId: string,
  { scopes, at_once }: { scopes: readonly Scope[]; at_once: boolean },
): Promise<Answer<typeof creation>> {
  requireOwner(ctx)
  requireVerifiedPhone(ctx)
  const app = await lockApp(ctx, appId)
  if (app.mode !== keyModeOf(ctx.settings)) throw new Refusal('wrong_state')
  await apps.expireKeys(ctx.tx, app.id, at_once ? 0 : OVERLAP_HOURS)
  if ((await apps.listLiveKeys(ctx.tx, [app.id])).length >= MOST_KEYS) throw new Refusal('limit_reached')
  const { id, key, last4 } = newApiKey(app.mode)
  const row = await apps.insertKey(ctx.tx, { id, app_id: app.id, last4, hash: tokenHash(key), scopes })
  await recordAudit(ctx, {
    action: 'api_key_created',
    actor: ctx.user,
    subject: { type: 'app', id: app.id },
    after: { id, scopes },
  })
  return { id, key, scopes: row.scopes, created_at: toIso(row.created_at.getTime()), expires_at: null }
}

export async function revokeApiKey(ctx: UserCtx, appId: string, id: string): Promise<void> {
  const app = await lockApp(ctx, appId)
  if (!(await apps.revokeKey(ctx.tx, app.id, id))) throw new Refusal('not_found')
  await recordAudit(ctx, {
    action: 'api_key_revoked',
    actor: ctx.user,
    subject: { type: 'app', id: app.id },
    before: { id },
  })
}
