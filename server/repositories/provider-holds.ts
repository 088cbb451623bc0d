/** Money of deals that a provider holds in the payee's name, and the calls by which it gets where the deal ended. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ProviderHoldStepTable, ProviderHoldTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { claimProbes, claimRows, postponeRow } from './queue.ts'

export type ProviderHoldRow = Selectable<ProviderHoldTable>
export type ProviderHoldStepRow = Selectable<ProviderHoldStepTable>

/** Written before the order is opened; the one that is there already stays as it is. */
export async function insertProviderHold(
  tx: Tx,
  values: Insertable<ProviderHoldTable>,
): Promise<ProviderHoldRow> {
  await tx
    .insertInto('provider_hold')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return tx.selectFrom('provider_hold').selectAll().where('id', '=', values.id).executeTakeFirstOrThrow()
}

export const findProviderHold = (tx: Tx, id: string): Promise<ProviderHoldRow | undefined> =>
  tx.selectFrom('provider_hold').selectAll().where('id', '=', id).executeTakeFirst()

export const lockProviderHold = (tx: Tx, id: string): Promise<ProviderHoldRow | undefined> =>
  tx.selectFrom('provider_hold').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Of the payment that a payout gives back, or was a part of. */
export const findHoldOfPayment = (
  tx: Tx,
  provider: string,
  paymentId: string,
): Promise<ProviderHoldRow | undefined> =>
  tx
    .selectFrom('provider_hold')
    .selectAll()
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()

/** Of the payment that funded the deal. */
export const findHoldOfDeal = (tx: Tx, dealId: string): Promise<ProviderHoldRow | undefined> =>
  tx
    .selectFrom('provider_hold as h')
    .innerJoin('deposit as d', (join) =>
      join.onRef('d.pay_in_id', '=', 'h.id').on('d.kind', 'in', ['applied', 'over']),
    )
    .selectAll('h')
    .where('h.deal_id', '=', dealId)
    .executeTakeFirst()

export const updateProviderHold = (tx: Tx, id: string, changes: Updateable<ProviderHoldTable>) =>
  tx.updateTable('provider_hold').set(changes).where('id', '=', id).execute()

/** To be looked at now. */
export const wakeProviderHold = (tx: Tx, id: string) =>
  sql`
    update provider_hold set next_try_at = clock_timestamp(), tries = 0
     where id = ${id} and payment_id is not null and ready_at is null`.execute(tx)

/** The provider has news of a transfer: by its own id, or that of its order. */
export const wakeHoldOfTransfer = (tx: Tx, provider: string, ids: readonly string[]) =>
  sql`
    update provider_hold h set next_try_at = clock_timestamp(), tries = 0
     where h.provider = ${provider} and h.payment_id is not null and h.ready_at is null
       and (h.transfer_id = any(${[...ids]})
            or exists (select from pay_in p where p.id = h.id and p.provider_order_id = any(${[...ids]})))`.execute(
    tx,
  )

export async function claimProviderHoldRows(tx: Tx, limit: number): Promise<ProviderHoldRow[]> {
  const claims = [
    claimRows<ProviderHoldRow>(tx, 'provider_hold', limit),
    claimProbes<ProviderHoldRow>(tx, 'provider_hold'),
  ]
  return (await Promise.all(claims)).flat()
}

/** Null: it is not looked at before something happens. */
export async function postponeProviderHoldRow(tx: Tx, id: string, waitMs: number | null): Promise<void> {
  if (waitMs !== null) await postponeRow(tx, 'provider_hold', id, waitMs)
  else await tx.updateTable('provider_hold').set({ next_try_at: null }).where('id', '=', id).execute()
}

export const insertHoldSteps = (tx: Tx, steps: readonly Insertable<ProviderHoldStepTable>[]) =>
  tx
    .insertInto('provider_hold_step')
    .values([...steps])
    .execute()

/** In their order. */
export const listHoldSteps = (tx: Tx, holdId: string): Promise<ProviderHoldStepRow[]> =>
  tx.selectFrom('provider_hold_step').selectAll().where('hold_id', '=', holdId).orderBy('n').execute()

export const updateHoldStep = (
  tx: Tx,
  { hold_id, n }: Pick<ProviderHoldStepRow, 'hold_id' | 'n'>,
  changes: Updateable<ProviderHoldStepTable>,
) =>
  tx
    .updateTable('provider_hold_step')
    .set(changes)
    .where('hold_id', '=', hold_id)
    .where('n', '=', n)
    .execute()
