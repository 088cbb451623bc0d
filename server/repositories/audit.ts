/** The audit log: rows are added and read, never changed (003-accounts.sql). */
import { sql } from 'kysely'
import type { AuditAction } from '#core/audit.ts'
import { prepare } from '#server/db/prepare.ts'
import type { Tx } from '#server/db/transaction.ts'

export interface NewAuditEvent {
  readonly action: AuditAction
  readonly actor_id: number | null
  readonly actor_role: string | null
  readonly subject_type: string | null
  readonly subject_id: string | null
  readonly before: unknown
  readonly after: unknown
  readonly address: string | null
  readonly device: string | null
  readonly request_id: string | null
}

export interface AuditRow extends Omit<NewAuditEvent, 'action'> {
  readonly id: number
  readonly at: Date
  readonly action: string
  readonly actor_name: string | null
}

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

type AuditValues = NewAuditEvent & { readonly before: string | null; readonly after: string | null }

const insert = prepare(
  (_tx: Tx, event: AuditValues) => sql`
    insert into audit_event (action, actor_id, actor_role, subject_type, subject_id, before, after, address, device, request_id)
    values (${event.action}, ${event.actor_id}, ${event.actor_role}, ${event.subject_type}, ${event.subject_id},
            ${event.before}::jsonb, ${event.after}::jsonb, ${event.address}::inet, ${event.device}, ${event.request_id})`,
)

export async function insertAuditEvent(tx: Tx, event: NewAuditEvent): Promise<void> {
  await insert(tx, { ...event, before: json(event.before), after: json(event.after) })
}

/** Whether somebody did this to the same thing within so many minutes. */
export async function hasAuditEvent(
  tx: Tx,
  event: Pick<NewAuditEvent, 'action' | 'actor_id' | 'subject_type' | 'subject_id'>,
  minutes: number,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from audit_event
       where subject_type = ${event.subject_type} and subject_id = ${event.subject_id} and action = ${event.action}
         and actor_id = ${event.actor_id} and at > clock_timestamp() - make_interval(mins => ${minutes}::int))`.execute(
    tx,
  )
  return rows[0]?.exists === true
}

export interface AuditFilter {
  readonly action?: string
  readonly actorId?: number
  readonly subjectType?: string
  readonly subjectId?: string
  readonly from?: Date
  readonly until?: Date
  /** Rows before this one, newest first: a page of a log that grows while it is read. */
  readonly beforeId?: number
  readonly limit: number
}

/** Newest first. */
export async function listAuditEvents(tx: Tx, filter: AuditFilter): Promise<AuditRow[]> {
  const { action, actorId, subjectType, subjectId, from, until, beforeId, limit } = filter
  const { rows } = await sql<AuditRow>`
    select e.id, e.at, e.action, e.actor_id, e.actor_role, e.subject_type, e.subject_id, e.before, e.after,
           abbrev(e.address) as address, e.device, e.request_id, u.first_name || ' ' || u.last_name as actor_name
      from audit_event e left join app_user u on u.id = e.actor_id
     where (${action ?? null}::text is null or e.action = ${action ?? null})
       and (${actorId ?? null}::bigint is null or e.actor_id = ${actorId ?? null})
       and (${subjectType ?? null}::text is null or e.subject_type = ${subjectType ?? null})
       and (${subjectId ?? null}::text is null or e.subject_id = ${subjectId ?? null})
       and (${from ?? null}::timestamptz is null or e.at >= ${from ?? null})
       and (${until ?? null}::timestamptz is null or e.at < ${until ?? null})
       and (${beforeId ?? null}::bigint is null or e.id < ${beforeId ?? null})
     order by e.id desc limit ${limit}`.execute(tx)
  return rows
}

/** Addresses of more than 90 days ago become their network; answers how many. */
export async function truncateAuditAddresses(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select truncate_audit_addresses(${limit})::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}
