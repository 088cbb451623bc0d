/**
 * The files of statements, as they were brought. What the bank said is proved by them: what is read from one is our reading.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Refusal } from '#core/errors.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import {
  findStatementFile,
  forgetFileRows,
  insertStatementFile,
} from '#server/repositories/statement-files.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { openFile, sealFile } from '#server/services/money/payout-address.ts'

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)]

export async function storeFile(ctx: UserCtx, importId: string, bytes: Buffer): Promise<void> {
  await insertStatementFile(ctx.tx, importId, await sealFile(ctx, importId, await packed(bytes)))
}

/** Throws Refusal `not_found`, or `gone` for one that was forgotten. */
export async function downloadStatement(ctx: UserCtx, id: string): Promise<{ name: string; bytes: Buffer }> {
  const row = await findStatementFile(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  if (row.file_sealed === null) throw new Refusal('gone')
  const bytes = await unpacked(await openFile(ctx, id, row.file_sealed))
  if (createHash('sha256').update(bytes).digest('hex') !== row.file_sha256)
    throw new Error(`statement ${id}: its file is not the one that was brought`)
  await recordAudit(ctx, {
    action: 'statement_downloaded',
    actor: ctx.user,
    subject: { type: 'statement', id },
    after: { sha256: row.file_sha256 },
  })
  return { name: row.file_name, bytes }
}

/** Large rows: few at a time. */
const BATCH = 20

/** Those of books that need no longer be kept; how many. */
export async function forgetStatementFiles(runInTransaction: RunInTransaction): Promise<number> {
  let total = 0
  let count: number
  do {
    count = await runInTransaction((tx) => forgetFileRows(tx, BATCH))
    total += count
  } while (count === BATCH)
  return total
}
