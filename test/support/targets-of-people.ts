/** Where people are paid, as rows: whatever a test needs of a target, without the waits by which people come to one. */
import { randomBytes, randomUUID } from 'node:crypto'
import { insertTarget, type PayoutTargetRow } from '#server/repositories/payout-targets.ts'
import type { AppSettings } from '#server/services/context.ts'
import { addressHash, sealAddress } from '#server/services/money/payout-address.ts'
import type { TestApp } from './app.ts'

/** In use since yesterday, in its owner's name. */
export const addTarget = (
  app: TestApp,
  settings: AppSettings,
  {
    userId,
    address = `p${userId}@bank`,
    ...over
  }: { userId: number; address?: string } & Partial<PayoutTargetRow>,
): Promise<PayoutTargetRow> =>
  app.db.runInTransaction(async (tx, now) =>
    insertTarget(tx, {
      ...{ id: randomUUID(), user_id: userId, kind: 'upi', address_masked: `***${address}` },
      ...(await sealAddress({ tx, settings }, userId, address)),
      ...{ bank_name: 'Asha Rao', name_matches: true, created_at: new Date(now - 86_400_000) },
      ...{ usable_from: new Date(now - 1), freeze_hash: randomBytes(32), ...over },
    }),
  )

export const hashOf = (app: TestApp, settings: AppSettings, address: string): Promise<Buffer> =>
  app.db.runInTransaction((tx) => addressHash({ tx, settings }, address))
