/**
 * Where a list goes on, as a mark that only this server can make: bound to one list of one owner, so that a program does
 * not come to build marks of its own, which would bind us to how they are made.
 */
import { createHmac } from 'node:crypto'
import { Refusal } from '#core/errors.ts'
import { constantTimeEqual } from '#server/lib/constant-time.ts'
import { newToken } from '#server/lib/tokens.ts'
import { sharedSecret } from '#server/repositories/secrets.ts'
import type { Ctx } from './context.ts'

const MARK_BYTES = 12

async function markOf({ tx }: Pick<Ctx, 'tx'>, list: string, place: string): Promise<Buffer> {
  const secret = await sharedSecret(tx, 'list-cursors', newToken())
  return createHmac('sha256', secret).update(`${list} ${place}`).digest().subarray(0, MARK_BYTES)
}

const cursorOf = async (ctx: Pick<Ctx, 'tx'>, list: string, place: string): Promise<string> =>
  Buffer.concat([await markOf(ctx, list, place), Buffer.from(place)]).toString('base64url')

/** The place that a cursor of this list stands for; undefined where the list is read from its beginning. */
export async function placeOf(
  ctx: Pick<Ctx, 'tx'>,
  list: string,
  cursor: string | undefined,
): Promise<string | undefined> {
  if (cursor === undefined) return undefined
  const bytes = Buffer.from(cursor, 'base64url')
  const place = bytes.subarray(MARK_BYTES).toString()
  const mark = bytes.subarray(0, MARK_BYTES)
  if (!constantTimeEqual(mark, await markOf(ctx, list, place))) throw new Refusal('wrong_cursor')
  return place
}

/** One page of `rows`, which hold one more than the page where the list goes on. */
export async function cursorPage<Row, Entry>(
  ctx: Pick<Ctx, 'tx'>,
  { list, limit, rows }: { list: string; limit: number; rows: readonly Row[] },
  { place, present }: { place: (row: Row) => string; present: (row: Row) => Entry },
): Promise<{ data: Entry[]; next: string | null }> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = last !== undefined && rows.length > limit ? await cursorOf(ctx, list, place(last)) : null
  return { data: page.map(present), next }
}
