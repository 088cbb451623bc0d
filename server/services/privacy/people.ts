/** A person as the team sees them, and what the team does about one. All of it is audited. */
import type { PersonForTeam } from '#core/contract/people.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { listSessionsOf, lockUser } from '#server/repositories/account.ts'
import { listTargets } from '#server/repositories/payout-targets.ts'
import {
  findPerson,
  listDealsOfPerson,
  owedPaise,
  setBlocked,
  sharedWith,
} from '#server/repositories/people.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { insertNote, listNotes } from '#server/repositories/team-notes.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { forgetBlockedNumber } from '#server/services/account/blocked-number.ts'
import { presentUser } from '#server/services/account/session.ts'
import { recordAudit, recordView } from '#server/services/audit/record.ts'
import { isTeam, sessionUser, type UserCtx } from '#server/services/context.ts'
import { eraseAccount } from './erase-account.ts'

const isoOf = (at: Date | null): string | null => at && toIso(at.getTime())

export async function readPerson(ctx: UserCtx, id: number): Promise<PersonForTeam> {
  const row = await findPerson(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  await recordView(ctx, { type: 'user', id: String(id) })
  return present(ctx, row)
}

async function present(ctx: UserCtx, row: UserRow): Promise<PersonForTeam> {
  const { tx } = ctx
  const [deals, targets, sessions, notes, shared, owed] = await Promise.all([
    listDealsOfPerson(tx, row.id),
    listTargets(tx, row.id),
    listSessionsOf(tx, row.id),
    listNotes(tx, { userId: row.id }),
    sharedWith(tx, row.id),
    owedPaise(tx, row.id),
  ])
  const sharing = (what: (typeof shared)[number]['what']) =>
    shared.filter((other) => other.what === what).map((other) => ({ id: other.id, name: other.name }))
  const waiting = targets.find(
    ({ retired_at, usable_from }) => retired_at === null && usable_from.getTime() > ctx.now,
  )
  // on real time, as payouts are held by it
  const heldUntil = row.payouts_held_until
  return {
    user: presentUser(row),
    created_at: toIso(row.created_at.getTime()),
    deleted: row.deleted_at !== null,
    blocked: row.blocked_at && {
      at: toIso(row.blocked_at.getTime()),
      reason: row.blocked_because ?? '',
    },
    payouts_frozen_at: isoOf(row.payouts_frozen_at),
    payouts_held_until: isoOf(heldUntil && heldUntil.getTime() > Date.now() ? heldUntil : null),
    phone_verified_at: isoOf(row.phone_verified_at),
    email_verified_at: isoOf(row.email_verified_at),
    deals: deals.map(({ id, title, created_at, ...deal }) => ({
      ...deal,
      ...{ form_pk: id, product: title, created_at: toIso(created_at.getTime()) },
    })),
    owed_paise: owed,
    targets: targets.map((target) => ({
      ...{ kind: target.kind, address: target.address_masked, bank_name: target.bank_name },
      name_matches: target.name_matches,
      created_at: toIso(target.created_at.getTime()),
      usable_from: toIso(target.usable_from.getTime()),
      retired_at: isoOf(target.retired_at),
    })),
    sessions: sessions.map(({ device, created_at }) => ({ device, created_at: toIso(created_at.getTime()) })),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: toIso(at.getTime()) })),
    risks: {
      same_number: sharing('number'),
      same_target: sharing('target'),
      same_device: sharing('device'),
      new_target_until: isoOf(waiting?.usable_from ?? null),
    },
  }
}

export async function notePerson(ctx: UserCtx, id: number, text: string): Promise<PersonForTeam> {
  const row = await lockUser(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  if (row.id === ctx.user.id) throw new Refusal('forbidden')
  await insertNote(ctx.tx, { userId: id }, { text, authorId: ctx.user.id, at: new Date(ctx.now) })
  const subject = { type: 'user', id }
  await recordAudit(ctx, { action: 'note_added', actor: ctx.user, subject })
  return present(ctx, row)
}

/** Not of the team: an Admin who blocks the others would be alone. */
async function lockPerson(ctx: UserCtx, id: number): Promise<UserRow> {
  const row = await lockUser(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  if (isTeam(sessionUser(row))) throw new Refusal('forbidden')
  return row
}

export async function blockPerson(ctx: UserCtx, id: number, reason: string): Promise<PersonForTeam> {
  const row = await lockPerson(ctx, id)
  if (row.blocked_at) throw new Refusal('wrong_state')
  await setBlocked(ctx.tx, id, { blocked_at: new Date(ctx.now), blocked_because: reason })
  return done(ctx, { action: 'account_blocked', id, reason })
}

export async function unblockPerson(ctx: UserCtx, id: number, reason: string): Promise<PersonForTeam> {
  const row = await lockPerson(ctx, id)
  if (!row.blocked_at) throw new Refusal('wrong_state')
  await setBlocked(ctx.tx, id, { blocked_at: null, blocked_because: null })
  await forgetBlockedNumber(ctx, row)
  return done(ctx, { action: 'account_unblocked', id, reason })
}

export async function endSessionsOf(ctx: UserCtx, id: number, reason: string): Promise<PersonForTeam> {
  await lockPerson(ctx, id)
  await deleteSessionsOf(ctx.tx, id)
  return done(ctx, { action: 'sessions_ended', id, reason })
}

/** In their name: their offers are declined, what is open refuses it, as when they ask themselves. */
export async function erasePerson(ctx: UserCtx, id: number, reason: string): Promise<PersonForTeam> {
  // not locked: whoever accepts an offer locks the deal first
  const row = await findPerson(ctx.tx, id)
  if (!row || row.deleted_at) throw new Refusal('not_found')
  if (isTeam(sessionUser(row))) throw new Refusal('forbidden')
  const { sessionHash: _, secondFactorAgeMs: __, ...rest } = ctx
  await eraseAccount({ ...rest, user: sessionUser(row) }, { actor: ctx.user, reason })
  const erased = await findPerson(ctx.tx, id)
  if (!erased) throw new Refusal('not_found')
  return present(ctx, erased)
}

interface Done {
  readonly action: 'account_blocked' | 'account_unblocked' | 'sessions_ended'
  readonly id: number
  readonly reason: string
}

async function done(ctx: UserCtx, { action, id, reason }: Done): Promise<PersonForTeam> {
  await recordAudit(ctx, { action, actor: ctx.user, subject: { type: 'user', id }, after: { reason } })
  const row = await findPerson(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  return present(ctx, row)
}
