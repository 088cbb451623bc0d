/** Pay-ins, what arrived, and payouts. */
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Party } from '../../core/lifecycle/states.ts'
import type { DepositTable, PayInTable, PayoutTable } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

export type PayInRow = Selectable<PayInTable>
export type PayoutRow = Selectable<PayoutTable>

/** Opens a pay-in unless one is open for the same deal, purpose and party; answers the open one. */
export async function openPayIn(tx: Tx, values: Insertable<PayInTable>): Promise<PayInRow> {
  const [, open] = await Promise.all([
    tx
      .insertInto('pay_in')
      .values(values)
      .onConflict((conflict) =>
        // in the words of the index: a plan for any value could not tell that it is this one
        conflict.columns(['deal_id', 'purpose', 'party']).where(sql<boolean>`status = 'open'`).doNothing(),
      )
      .execute(),
    tx
      .selectFrom('pay_in')
      .selectAll()
      .where('deal_id', '=', values.deal_id)
      .where('purpose', '=', values.purpose)
      .where('party', '=', values.party)
      .where(sql<boolean>`status = 'open'`)
      .executeTakeFirstOrThrow(),
  ])
  return open
}

export const findPayIn = (tx: Tx, id: string): Promise<PayInRow | undefined> =>
  tx.selectFrom('pay_in').selectAll().where('id', '=', id).executeTakeFirst()

export const findPayInByReference = (tx: Tx, reference: string): Promise<PayInRow | undefined> =>
  tx.selectFrom('pay_in').selectAll().where('reference', '=', reference).executeTakeFirst()

export const setPayIn = (tx: Tx, id: string, changes: Partial<Insertable<PayInTable>>) =>
  tx.updateTable('pay_in').set(changes).where('id', '=', id).execute()

/** A try that failed ends what is still open; what was paid meanwhile stays paid. */
export const failPayIn = (tx: Tx, id: string) =>
  tx
    .updateTable('pay_in')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()

/** A deal that left the state in which this was due has nothing open any more. */
export const closePayIns = (tx: Tx, dealId: string) =>
  tx
    .updateTable('pay_in')
    .set({ status: 'closed' })
    .where('deal_id', '=', dealId)
    .where('status', '=', 'open')
    .execute()

/** Keeps a provider's event once; false when it was kept before. */
export async function keepWebhook(
  tx: Tx,
  provider: string,
  eventId: string,
  body: unknown,
): Promise<boolean> {
  const row = await tx
    .insertInto('webhook_event')
    .values({ provider, event_id: eventId, body: JSON.stringify(body) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes down that money arrived, once per payment of the provider; false when it was known. */
export async function insertDeposit(tx: Tx, values: Insertable<DepositTable>): Promise<boolean> {
  const row = await tx
    .insertInto('deposit')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_payment_id')
    .executeTakeFirst()
  return row !== undefined
}

export const findDeposit = (tx: Tx, provider: string, paymentId: string) =>
  tx
    .selectFrom('deposit')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst()

export interface ArrivedRow {
  readonly amount_paise: number
  readonly kind: DepositTable['kind']
  readonly at: Date
  readonly provider_payment_id: string
  readonly reference: string
  readonly purpose: PayInTable['purpose']
  readonly party: PayInTable['party']
}

/** What arrived for a deal, whatever it was taken for, oldest first. */
export const listArrived = (tx: Tx, dealId: string): Promise<ArrivedRow[]> =>
  tx
    .selectFrom('deposit')
    .innerJoin('pay_in', 'pay_in.id', 'deposit.pay_in_id')
    .where('deposit.deal_id', '=', dealId)
    .select(['deposit.amount_paise', 'deposit.kind', 'deposit.at', 'deposit.provider_payment_id'])
    .select(['pay_in.reference', 'pay_in.purpose', 'pay_in.party'])
    .orderBy('deposit.at')
    .execute()

export interface MovedFor {
  /** Something came for the deal. */
  readonly arrived: boolean
  /** To whom something of it goes that is no release. */
  readonly backTo: readonly Party[]
}

export async function movedFor(tx: Tx, dealId: string): Promise<MovedFor> {
  const { rows } = await sql<{ arrived: boolean; back_to: Party[] }>`
    select exists (select from deposit where deal_id = ${dealId}) as arrived,
      array(select distinct party from payout where deal_id = ${dealId} and purpose <> 'release') as back_to`.execute(
    tx,
  )
  return { arrived: rows[0]?.arrived ?? false, backTo: rows[0]?.back_to ?? [] }
}

/** Where somebody's money goes: back to where it came from for a deal, when it did, else to his payment number. */
export function destinationOf(
  tx: Tx,
  { userId, backTo }: { userId: number; backTo: { dealId: string; party: 'payer' | 'payee' } | null },
): RawBuilder<string> {
  const own = sql`(select coalesce(payment_number, phone_number) from app_user where id = ${userId})`
  if (!backTo) return sql<string>`${own}`
  const source = tx
    .selectFrom('deposit')
    .innerJoin('pay_in', 'pay_in.id', 'deposit.pay_in_id')
    .select('deposit.source')
    .where('deposit.deal_id', '=', backTo.dealId)
    .where('pay_in.party', '=', backTo.party)
    .where('deposit.source', 'is not', null)
    .orderBy('deposit.at')
    .limit(1)
  return sql<string>`coalesce((${source}), ${own})`
}

export const insertPayout = (
  tx: Tx,
  values: Omit<Insertable<PayoutTable>, 'destination'> & { destination: RawBuilder<string> },
) => tx.insertInto('payout').values(values).execute()

export const lockPayout = (tx: Tx, id: string): Promise<PayoutRow | undefined> =>
  tx.selectFrom('payout').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setPayout = (
  tx: Tx,
  id: string,
  changes: Partial<Insertable<PayoutTable>>,
): Promise<PayoutRow> =>
  tx.updateTable('payout').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const listPayouts = (tx: Tx, dealId: string): Promise<PayoutRow[]> =>
  tx
    .selectFrom('payout')
    .selectAll()
    .where('deal_id', '=', dealId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The number of the attempt that begins now. */
export async function beginAttempt(tx: Tx, payoutId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    insert into payout_attempt (payout_id, n, outcome)
    select ${payoutId}, coalesce(max(n), 0) + 1, 'sent' from payout_attempt where payout_id = ${payoutId}
    returning n`.execute(tx)
  return rows[0]?.n ?? 1
}

export const endAttempt = (
  tx: Tx,
  attempt: { payoutId: string; n: number; outcome: 'paid' | 'failed' | 'unknown'; detail: string | null },
) =>
  tx
    .updateTable('payout_attempt')
    .set({ outcome: attempt.outcome, detail: attempt.detail })
    .where('payout_id', '=', attempt.payoutId)
    .where('n', '=', attempt.n)
    .execute()
