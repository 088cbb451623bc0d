/** Events and messages of a deal with the very text that their hash is of (docs/ledger.md, 007-communication.sql). */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export interface HashedEvent {
  readonly seq: number
  readonly name: string
  readonly at: Date
  readonly by: string
  readonly terms_version: number
  readonly data: Record<string, unknown>
  readonly prev_hash: string
  readonly hash: string
  readonly hashed: string
}

export async function hashedEvents(tx: Tx, dealId: string): Promise<HashedEvent[]> {
  const { rows } = await sql<HashedEvent>`
    select seq, name, at, by, terms_version, data, prev_hash, hash,
           json_build_array(prev_hash, id, deal_id, seq, name, (extract(epoch from at) * 1000000)::bigint, by,
                            actor_id, terms_version, data, xid::text)::text as hashed
      from deal_event where deal_id = ${dealId} order by seq`.execute(tx)
  return rows
}

export interface HashedMessage {
  readonly no: number
  readonly side: string
  readonly first_name: string
  readonly last_name: string
  readonly text: string
  readonly file_ids: string[]
  readonly at: Date
  readonly prev_hash: string
  readonly hash: string
  readonly hashed: string
}

export async function hashedMessages(tx: Tx, dealId: string): Promise<HashedMessage[]> {
  const { rows } = await sql<HashedMessage>`
    select d.no, d.side, u.first_name, u.last_name, d.text, d.file_ids, d.at, d.prev_hash, d.hash,
           json_build_array(d.prev_hash, d.deal_id, d.no, d.user_id, d.side, d.text, d.file_ids,
                            (extract(epoch from d.at) * 1000000)::bigint)::text as hashed
      from deal_message d join app_user u on u.id = d.user_id
     where d.deal_id = ${dealId} order by d.no`.execute(tx)
  return rows
}
