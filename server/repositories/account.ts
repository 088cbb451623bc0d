/** One user's account: sessions, open obligations, the data export, and the erasure. */
import { sql } from 'kysely'
import { payableAccount } from '#core/accounts.ts'
import { STATES, STATUSES } from '#core/lifecycle/states.ts'
import type { Tx } from '#server/db/transaction.ts'
import { eraseAppsOf } from './apps.ts'
import { eraseRequestsOf, exportRequestsOf } from './deal-requests.ts'
import { deleteInvitesOf } from './invites.ts'
import { exportLinkedAccountOf } from './linked-accounts.ts'
import { eraseLinksOf } from './offer-links.ts'
import { deleteBrowsersOf } from './push.ts'
import { deleteSecondFactors } from './second-factors.ts'
import { isLiveSession } from './sessions.ts'
import { exportTaxOf } from './tax-papers.ts'
import { holdsEmail, holdsPhone, type UserRow } from './users.ts'
import { exportWaitingPhotosOf } from './waiting-photos.ts'
import { deleteWhatsAppOf } from './whatsapp.ts'
import { exportWithheldOf } from './withheld-taxes.ts'

export interface SessionRow {
  readonly id: string
  readonly device: string | null
  readonly remember: boolean
  readonly created_at: Date
  readonly used_at: Date
  readonly expires_at: Date
}

/** Part of the hash names a session: enough to tell a person's sessions apart, and of no use for signing in. */
const sessionId = sql<string>`encode(substring(token_hash for 9), 'hex')`

export const listSessionsOf = (tx: Tx, userId: number): Promise<SessionRow[]> =>
  tx
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      sessionId.as('id'),
      'session.device',
      'session.remember',
      'session.created_at',
      'session.used_at',
      'session.expires_at',
    ])
    .where('session.user_id', '=', userId)
    .where(isLiveSession)
    .orderBy('session.created_at', 'desc')
    .limit(100)
    .execute()

export async function deleteSessionOf(tx: Tx, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where(sessionId, '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteOtherSessions = (tx: Tx, userId: number, tokenHash: Buffer) =>
  tx.deleteFrom('session').where('user_id', '=', userId).where('token_hash', '<>', tokenHash).execute()

type Changes = Partial<
  Pick<
    UserRow,
    | ('first_name' | 'last_name' | 'payment_number' | 'business_name' | 'locale')
    | ('notice_mail' | 'notice_whatsapp' | 'quiet_from' | 'quiet_until')
  >
>
export const updateUser = (tx: Tx, id: number, changes: Changes): Promise<UserRow> =>
  tx.updateTable('app_user').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

const selectLocked = (tx: Tx, id: number) =>
  tx.selectFrom('app_user').selectAll().where('id', '=', id).forUpdate()

/** The account itself, locked: a deal that is being made with it waits, or is seen. */
export const lockUser = (tx: Tx, id: number): Promise<UserRow | undefined> =>
  selectLocked(tx, id).where('deleted_at', 'is', null).executeTakeFirst()

/** A deleted one too: what is owed to its owner stays owed. */
export const lockOwner = (tx: Tx, id: number): Promise<UserRow | undefined> =>
  selectLocked(tx, id).executeTakeFirst()

const OPEN = STATUSES.filter((status) => !STATES[status].terminal)

export async function countOpenDeals(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('deal')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      eb.or([eb('payer_id', '=', userId), eb('payee_id', '=', userId), eb('creator_id', '=', userId)]),
    )
    .where('status', 'in', OPEN)
    .executeTakeFirstOrThrow()
  return count
}

/** Unpaid payouts, or a balance in the ledger. */
export async function isOwedMoney(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ owed: boolean }>`
    select balance_of(${payableAccount(userId)}) <> 0
        or exists (select from payout where user_id = ${userId} and status not in ('paid', 'returned')) as owed`.execute(
    tx,
  )
  return rows[0]?.owed === true
}

/** Erases personal data. The row stays for the deals and the ledger that reference it. */
export async function anonymise(tx: Tx, id: number, now: Date): Promise<void> {
  const gone = `deleted-${id}`
  // what was only typed is somebody else's, and so is what waits for it
  const { phone, email } = await tx
    .selectFrom('app_user')
    .select([
      sql<string | null>`case when ${holdsPhone} then phone_number end`.as('phone'),
      sql<string | null>`case when ${holdsEmail} then email end`.as('email'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('app_user')
    .set({
      first_name: 'Deleted',
      last_name: 'account',
      email: `${gone}@deleted.invalid`,
      phone_number: gone,
      lost_phone_number: null,
      payment_number: null,
      business_name: null,
      other_roles: [],
      blocked_at: null,
      blocked_because: null,
      password_hash: '-',
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('session').where('user_id', '=', id).execute()
  await tx.deleteFrom('password_reset').where('user_id', '=', id).execute()
  await tx.deleteFrom('sign_in_link').where('user_id', '=', id).execute()
  await tx.deleteFrom('complaint_link').where('user_id', '=', id).execute()
  await deleteSecondFactors(tx, id)
  await deleteBrowsersOf(tx, id)
  await deleteWhatsAppOf(tx, id)
  await eraseAppsOf(tx, id)
  await eraseLinksOf(tx, id)
  await deleteInvitesOf(tx, id)
  await eraseRequestsOf(tx, id, phone)
  if (phone !== null) await eraseWaitingFor(tx, phone)
  await tx.deleteFrom('known_origin').where('user_id', '=', id).execute()
  await tx.deleteFrom('idempotency').where('user_id', '=', id).execute()
  await tx.updateTable('pay_in').set({ payer_vpa: null }).where('user_id', '=', id).execute()
  await tx
    .updateTable('notification')
    .set({ title: '', text: '', words: null })
    .where('user_id', '=', id)
    .execute()
  await tx
    .updateTable('email')
    .set({ recipient: `${gone}@deleted.invalid`, subject: '', content: null })
    .where((eb) =>
      eb.or([
        eb('user_id', '=', id),
        // those of an account that had the address before are that account's
        ...(email === null ? [] : [eb.and([eb('recipient', '=', email), eb('user_id', 'is', null)])]),
      ]),
    )
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('given_up_at', 'is not', null)]))
    .execute()
}

/** Invitations and requests for a call, by whomever. */
async function eraseWaitingFor(tx: Tx, phone: string): Promise<void> {
  await tx.deleteFrom('invite').where('phone_number', '=', phone).where('deal_id', 'is', null).execute()
  await tx.deleteFrom('lead').where('phone_number', '=', phone).execute()
}

export const listDealIdsOf = async (tx: Tx, userId: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('deal')
    .select('id')
    .where((eb) =>
      eb.or([eb('payer_id', '=', userId), eb('payee_id', '=', userId), eb('creator_id', '=', userId)]),
    )
    .orderBy('no')
    .execute()
  return rows.map((row) => row.id)
}

/** Other rows of the user, for the export. */
export async function listOwn(tx: Tx, user: { id: number }) {
  return {
    payments: await tx
      .selectFrom('pay_in')
      .select(['id', 'deal_id', 'purpose', 'amount_paise', 'reference', 'status', 'created_at', 'paid_at'])
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .execute(),
    payment_claims: await tx
      .selectFrom('payment_claim as c')
      .innerJoin('pay_in as p', 'p.id', 'c.pay_in_id')
      .select(['p.reference', 'c.utr', 'c.amount_paise', 'c.at'])
      .where('p.user_id', '=', user.id)
      .orderBy('c.id')
      .execute(),
    payouts: await tx
      .selectFrom('payout')
      .select(['id', 'deal_id', 'purpose', 'amount_paise', 'destination', 'status', 'created_at', 'paid_at'])
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .execute(),
    payout_targets: await tx
      .selectFrom('payout_target')
      .select(['kind', 'address_masked as address', 'bank_name', 'created_at', 'usable_from', 'retired_at'])
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .execute(),
    payee_account: await exportLinkedAccountOf(tx, user.id),
    offer_links: await tx
      .selectFrom('offer_link')
      .select([
        'id',
        'version',
        'title',
        'details',
        'amount_paise',
        'stock',
        'photo_id',
        'paused_at',
        'created_at',
      ])
      .where('owner_id', '=', user.id)
      .orderBy('created_at')
      .execute(),
    invites: await tx
      .selectFrom('invite')
      .select(['id', 'phone_number', 'fields', 'deal_id', 'created_at'])
      .where('buyer_id', '=', user.id)
      .orderBy('created_at')
      .execute(),
    deal_requests: await exportRequestsOf(tx, user.id),
    waiting_photos: await exportWaitingPhotosOf(tx, user.id),
    ...(await exportTaxOf(tx, user.id)),
    withheld_taxes: await exportWithheldOf(tx, user.id),
    notices: await tx
      .selectFrom('notification')
      .select(['deal_id', 'kind', 'title', 'text', 'at', 'read_at'])
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute(),
    grievances: await tx
      .selectFrom('grievance')
      .select(['ticket', 'subject', 'message', 'created_at', 'acknowledged_at', 'resolved_at', 'answer'])
      // filed by whoever wrote the address: told to the one account that holds it
      .where('email', 'in', (eb) =>
        eb.selectFrom('app_user').select('email').where('id', '=', user.id).where(holdsEmail),
      )
      .orderBy('id')
      .execute(),
  }
}
