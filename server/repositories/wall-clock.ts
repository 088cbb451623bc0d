import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** Of the database's machine, without the sandbox's offset. */
export async function readWallClock(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  return rows[0]?.at ?? new Date(Number.NaN)
}

export const getWallClock = (tx: Tx) =>
  tx.selectFrom('wall_clock').select(['trusted_at', 'jump_ms']).executeTakeFirstOrThrow()

/** When deadlines last went by it. Until the transaction ends nobody else writes it. */
export async function lockTrusted(tx: Tx): Promise<Date> {
  const { trusted_at } = await tx
    .selectFrom('wall_clock')
    .select('trusted_at')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return trusted_at
}

/** When deadlines last went by it before. Of two who say it at the same moment the second reads what the first has written. */
export async function setTrusted(tx: Tx, at: Date): Promise<Date> {
  const before = await lockTrusted(tx)
  await tx.updateTable('wall_clock').set({ trusted_at: at, jump_ms: null }).execute()
  return before
}

export const setJump = (tx: Tx, jumpMs: number) =>
  tx.updateTable('wall_clock').set({ jump_ms: jumpMs }).execute()
