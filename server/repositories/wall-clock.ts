import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** Of the database's machine, without the sandbox's offset. */
export async function readWallClock(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  return rows[0]?.at ?? new Date(Number.NaN)
}

export const getWallClock = (tx: Tx) =>
  tx.selectFrom('wall_clock').select(['trusted_at', 'jump_ms']).executeTakeFirstOrThrow()

export const setTrusted = (tx: Tx, at: Date) =>
  tx.updateTable('wall_clock').set({ trusted_at: at, jump_ms: null }).execute()

export const setJump = (tx: Tx, jumpMs: number) =>
  tx.updateTable('wall_clock').set({ jump_ms: jumpMs }).execute()
