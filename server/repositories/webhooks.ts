/** Webhook endpoints, their messages (a queue) and what became of each try. Real time throughout. */
import { type Selectable, sql } from 'kysely'
import type { LINK_TYPES, MONEY_TYPES } from '#core/webhooks.ts'
import { prepare } from '#server/db/prepare.ts'
import type { WebhookEndpointTable, WebhookMessageTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type EndpointRow = Selectable<WebhookEndpointTable>
export type WebhookRow = Selectable<WebhookMessageTable>

export const insertEndpoint = (
  tx: Tx,
  row: { id: string; app_id: string; url: string; types: string[]; secret_sealed: Buffer },
): Promise<EndpointRow> =>
  tx.insertInto('webhook_endpoint').values(row).returningAll().executeTakeFirstOrThrow()

export const listEndpoints = (tx: Tx, appId: string): Promise<EndpointRow[]> =>
  tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('app_id', '=', appId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findEndpoint = (tx: Tx, appId: string, id: string): Promise<EndpointRow | undefined> =>
  tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('app_id', '=', appId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** What waits for it is given up: nobody is there to have it. */
export async function deleteEndpoint(tx: Tx, id: string): Promise<void> {
  await sql`update webhook_endpoint set deleted_at = clock_timestamp() where id = ${id}`.execute(tx)
  await sql`update webhook_message set given_up_at = clock_timestamp()
             where endpoint_id = ${id} and delivered_at is null and given_up_at is null`.execute(tx)
}

export const enableEndpoint = (tx: Tx, id: string) =>
  sql`update webhook_endpoint set disabled_at = null, disabled_because = null, failing_since = null, last_problem = null
       where id = ${id}`.execute(tx)

/** The secret before goes on for some hours; with none it ends at once. Answers until when. */
export async function replaceSecretOf(
  tx: Tx,
  id: string,
  { sealed, overlapHours }: { sealed: Buffer; overlapHours: number },
): Promise<Date | null> {
  const isOver = overlapHours === 0
  const { rows } = await sql<{ old_secret_until: Date | null }>`
    update webhook_endpoint
       set secret_sealed = ${sealed},
           old_secret_sealed = case when ${isOver}::boolean then null else secret_sealed end,
           old_secret_until = case when ${isOver}::boolean then null
                                   else clock_timestamp() + make_interval(hours => ${overlapHours}) end
     where id = ${id} returning old_secret_until`.execute(tx)
  return rows[0]?.old_secret_until ?? null
}

/** Of no deal. */
export async function queueTestMessage(tx: Tx, endpointId: string, type: string): Promise<string> {
  const { rows } = await sql<{ message_id: string }>`
    insert into webhook_message (message_id, endpoint_id, type, body)
    values ('msg_' || replace(gen_random_uuid()::text, '-', ''), ${endpointId}, ${type},
            json_build_object(
              'type', ${type}::text,
              'timestamp', to_char(product_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'data', json_build_object())::text)
    returning message_id`.execute(tx)
  return rows[0]?.message_id ?? ''
}

const MOMENT = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

export interface DealMessages {
  readonly dealId: string
  readonly seq: number
  readonly types: readonly string[]
}

/** A message for each endpoint of the apps of a deal's people. Thin: no name, no number. */
export const insertMessages = (tx: Tx, { dealId, seq, types }: DealMessages) =>
  sql`insert into webhook_message (message_id, endpoint_id, type, body)
      select 'msg_' || replace(gen_random_uuid()::text, '-', ''), endpoint.id, type,
             json_build_object(
               'type', type,
               'timestamp', to_char(event.at at time zone 'UTC', ${MOMENT}),
               'data', json_build_object('form_pk', deal.id, 'status', deal.status, 'seq', event.seq,
                                         'event_hash', event.hash, 'amount_paise',
                                         case when type = 'payment.paid' then (event.data->>'amount_paise')::bigint
                                              else deal.amount_paise end))::text
        from deal
        join deal_event event on event.deal_id = deal.id and event.seq = ${seq}
        join app on app.owner_id in (deal.payer_id, deal.payee_id, deal.creator_id, deal.counterparty_id)
                and app.revoked_at is null
        join webhook_endpoint endpoint on endpoint.app_id = app.id
                and endpoint.deleted_at is null and endpoint.disabled_at is null
       cross join unnest(${types}::text[]) type
       where deal.id = ${dealId} and (type = any(endpoint.types) or '*' = any(endpoint.types))`.execute(tx)

interface MoneyMessage {
  readonly type: (typeof MONEY_TYPES)[number]
  readonly dealId: string | null
  readonly userId: number
  readonly amountPaise: number
}

/** To the apps of whose money it is, and to nobody else's: with the deal's last event, of which it is a consequence. */
export const queueMoneyMessage = prepare(
  (_tx: Tx, { type, dealId, userId, amountPaise }: MoneyMessage) =>
    sql`insert into webhook_message (message_id, endpoint_id, type, body)
      select 'msg_' || replace(gen_random_uuid()::text, '-', ''), endpoint.id, ${type},
             json_build_object(
               'type', ${type}::text,
               'timestamp', to_char(product_now() at time zone 'UTC', ${MOMENT}),
               'data', json_build_object('form_pk', deal.id, 'status', deal.status, 'seq', event.seq,
                                         'event_hash', event.hash, 'amount_paise', ${amountPaise}::bigint))::text
        from webhook_endpoint endpoint
        join app on app.id = endpoint.app_id and app.owner_id = ${userId} and app.revoked_at is null
        left join deal on deal.id = ${dealId}
        left join deal_event event on event.deal_id = deal.id and event.seq = deal.last_seq
       where endpoint.deleted_at is null and endpoint.disabled_at is null
         and (${type} = any(endpoint.types) or '*' = any(endpoint.types))`,
)

/** To the apps of its owner: which link, at which version and price. */
export const queueLinkMessage = (tx: Tx, type: (typeof LINK_TYPES)[number], linkId: string) =>
  sql`insert into webhook_message (message_id, endpoint_id, type, body)
      select 'msg_' || replace(gen_random_uuid()::text, '-', ''), endpoint.id, ${type},
             json_build_object(
               'type', ${type}::text,
               'timestamp', to_char(product_now() at time zone 'UTC', ${MOMENT}),
               'data', json_build_object('link', link.id, 'version', link.version, 'amount_paise', link.amount_paise))::text
        from offer_link link
        join app on app.owner_id = link.owner_id and app.revoked_at is null
        join webhook_endpoint endpoint on endpoint.app_id = app.id
                and endpoint.deleted_at is null and endpoint.disabled_at is null
       where link.id = ${linkId} and (${type} = any(endpoint.types) or '*' = any(endpoint.types))`.execute(tx)

export interface MessageToSend {
  readonly url: string
  readonly secret_sealed: Buffer
  /** Null where there is none, or its time is over. */
  readonly old_secret_sealed: Buffer | null
  readonly endpoint_id: string
}

/** Undefined when the endpoint was taken out or switched off since the message was claimed. */
export const findReceiver = (tx: Tx, endpointId: string): Promise<MessageToSend | undefined> =>
  tx
    .selectFrom('webhook_endpoint')
    .innerJoin('app', 'app.id', 'webhook_endpoint.app_id')
    .select(['url', 'secret_sealed', 'webhook_endpoint.id as endpoint_id'])
    .select(
      sql<Buffer | null>`case when old_secret_until > clock_timestamp() then old_secret_sealed end`.as(
        'old_secret_sealed',
      ),
    )
    .where('webhook_endpoint.id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('app.revoked_at', 'is', null)
    .executeTakeFirst()

export interface WebhookAttempt {
  readonly message: number
  readonly status: number | null
  readonly problem: string | null
  readonly took_ms: number
  readonly excerpt: string
}

export const insertAttempt = (tx: Tx, row: WebhookAttempt) =>
  tx.insertInto('webhook_attempt').values(row).execute()

export const markDelivered = async (tx: Tx, { id, endpoint_id }: WebhookRow): Promise<void> => {
  await sql`update webhook_message set delivered_at = clock_timestamp() where id = ${id}`.execute(tx)
  await sql`update webhook_endpoint set failing_since = null, last_problem = null
             where id = ${endpoint_id} and (failing_since is not null or last_problem is not null)`.execute(
    tx,
  )
}

export const giveUpMessage = (tx: Tx, id: number) =>
  sql`update webhook_message set given_up_at = clock_timestamp() where id = ${id}`.execute(tx)

/** Answers whether it has failed for so long that it is switched off now. */
export async function markFailing(
  tx: Tx,
  endpointId: string,
  problem: string,
  disableAfterHours: number,
): Promise<boolean> {
  const { rows } = await sql<{ is_off: boolean }>`
    update webhook_endpoint
       set failing_since = coalesce(failing_since, clock_timestamp()), last_problem = ${problem},
           disabled_at = case when ${isLong(disableAfterHours)} then clock_timestamp() end,
           disabled_because = case when ${isLong(disableAfterHours)} then 'failing' end
     where id = ${endpointId} and disabled_at is null
    returning disabled_at is not null as is_off`.execute(tx)
  return rows[0]?.is_off === true
}

const isLong = (hours: number) => sql`failing_since < clock_timestamp() - make_interval(hours => ${hours})`

/** Its receiver has said that there will be none any more. */
export const markGone = (tx: Tx, endpointId: string) =>
  sql`update webhook_endpoint set disabled_at = clock_timestamp(), disabled_because = 'gone', last_problem = 'status 410'
       where id = ${endpointId} and disabled_at is null`.execute(tx)

interface WebhookAttemptRow extends WebhookAttempt {
  readonly at: Date
}

/** The newest first, with every try of each. */
export async function listMessages(
  tx: Tx,
  endpointId: string,
  { limit, after }: { limit: number; after: number | undefined },
) {
  const messages = await tx
    .selectFrom('webhook_message')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .$if(after !== undefined, (own) => own.where('id', '<', after ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const attempts: WebhookAttemptRow[] = await tx
    .selectFrom('webhook_attempt')
    .select(['message', 'at', 'status', 'problem', 'took_ms', 'excerpt'])
    .where(sql<boolean>`message = any(${messages.map(({ id }) => id)})`)
    .orderBy('id')
    .execute()
  return messages.map((message) => ({
    message,
    attempts: attempts.filter((attempt) => attempt.message === message.id),
  }))
}

/** Whom to tell that nothing is sent any more. */
export const findOwnerOf = (tx: Tx, endpointId: string) =>
  tx
    .selectFrom('webhook_endpoint')
    .innerJoin('app', 'app.id', 'webhook_endpoint.app_id')
    .innerJoin('app_user', 'app_user.id', 'app.owner_id')
    .select(['app_user.id', 'email', 'locale', 'first_name', 'app.name as app', 'url'])
    .where('webhook_endpoint.id', '=', endpointId)
    .executeTakeFirst()

const AGAIN = sql`tries = 0, next_try_at = clock_timestamp(), delivered_at = null, given_up_at = null`

/** With the id that it had: a receiver that has it already knows it. */
export async function sendAgain(tx: Tx, endpointId: string, messageId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_message set ${AGAIN} where endpoint_id = ${endpointId} and message_id = ${messageId}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export async function replayRange(
  tx: Tx,
  endpointId: string,
  { since, until }: { since: Date; until: Date | null },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_message set ${AGAIN} where endpoint_id = ${endpointId} and created_at >= ${since}
       and (${until}::timestamptz is null or created_at < ${until})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
