/** Pay-ins, what arrived, and payouts. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Party } from '#core/lifecycle/states.ts'
import { prepare, prepareText } from '#server/db/prepare.ts'
import type { DepositTable, PayInTable, PayoutTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newPayoutCode } from '#server/lib/tokens.ts'
import { announcePayout } from './payout-news.ts'
import { claimProbes, type DueRow, lease, lockDueRow, postponeRow } from './queue.ts'

export type PayInRow = Selectable<PayInTable>
export type PayoutRow = Selectable<PayoutTable>

const insertOpen = prepare((tx: Tx, { row }: { row: Insertable<PayInTable> }) =>
  tx
    .insertInto('pay_in')
    .values(row)
    .onConflict((conflict) =>
      // in the words of the index: a plan for any value could not tell that it is this one
      conflict.columns(['deal_id', 'purpose', 'party']).where(sql<boolean>`status = 'open'`).doNothing(),
    ),
)

const selectOpen = prepare((tx: Tx, of: Pick<PayInRow, 'deal_id' | 'party' | 'purpose'>) =>
  tx
    .selectFrom('pay_in')
    .selectAll()
    .where('deal_id', '=', of.deal_id)
    .where('party', '=', of.party)
    .where('purpose', '=', of.purpose)
    .where(sql<boolean>`status = 'open'`),
)

/** Opens a pay-in unless one is open for the same deal, purpose and party; answers the open one. */
export async function openPayIn(tx: Tx, row: Insertable<PayInTable>): Promise<PayInRow> {
  const [, open] = await Promise.all([insertOpen(tx, { row }), findOpenPayIn(tx, row)])
  if (!open) throw new Error(`nothing is open for deal ${row.deal_id}`)
  return open
}

export const findPayIn = (tx: Tx, id: string): Promise<PayInRow | undefined> =>
  tx.selectFrom('pay_in').selectAll().where('id', '=', id).executeTakeFirst()

const selectByReference = prepare((tx: Tx, { reference }: { reference: string }) =>
  tx.selectFrom('pay_in').selectAll().where('reference', '=', reference),
)

export const findPayInByReference = async (tx: Tx, reference: string): Promise<PayInRow | undefined> =>
  (await selectByReference(tx, { reference })).rows[0]

/** What somebody is asked to pay for a deal, while it is open. */
export const findOpenPayIn = async (
  tx: Tx,
  { deal_id, party, purpose }: Pick<PayInRow, 'deal_id' | 'party' | 'purpose'>,
): Promise<PayInRow | undefined> => (await selectOpen(tx, { deal_id, party, purpose })).rows[0]

interface PayInUpdate {
  readonly id: string
  readonly changes: Updateable<PayInTable>
}
const payInUpdate = (tx: Tx, { id, changes }: PayInUpdate) =>
  tx.updateTable('pay_in').set(changes).where('id', '=', id)
const updatePayIn = prepare(payInUpdate)
const updatePayInText = prepareText(payInUpdate)

export const setPayIn = (tx: Tx, id: string, changes: Updateable<PayInTable>) =>
  updatePayIn(tx, { id, changes })

/** Sent together with the commit. */
export const storeInstruction = (tx: Tx, id: string, instruction: object): void =>
  tx.beforeCommit(updatePayInText(tx, { id, changes: { instruction: JSON.stringify(instruction) } }))

/** A failed try closes the pay-in if it is open; one that was paid in the meantime stays paid. Answers whether it was open. */
export async function failPayIn(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pay_in')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A deal that left the state in which this was due has nothing open any more. */
export const closePayIns = (tx: Tx, dealId: string) => closeOpen(tx, { dealId })

const closeOpen = prepare((tx: Tx, { dealId }: { dealId: string }) =>
  tx
    .updateTable('pay_in')
    .set({ status: 'closed' })
    .where('deal_id', '=', dealId)
    .where('status', '=', 'open'),
)

/** Writes down that money arrived, once per payment of the provider; false when it was known. */
export const insertDeposit = async (tx: Tx, row: Insertable<DepositTable>): Promise<boolean> =>
  (await insertNewDeposit(tx, { row })).rows.length > 0

const insertNewDeposit = prepare((tx: Tx, { row }: { row: Insertable<DepositTable> }) =>
  tx
    .insertInto('deposit')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_payment_id'),
)

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

/** A deposit: one payment of a provider, or what was applied to what was due. */
export type DepositKey =
  | { readonly provider: string; readonly paymentId: string }
  | { readonly dealId: string; readonly party: Party; readonly purpose: PayInTable['purpose'] }

export interface DepositOrigin {
  readonly provider: string
  readonly provider_payment_id: string
  /** The account that it came from. Null where the provider did not say. */
  readonly source: string | null
}

/**
 * Money goes back by the provider, and to the account, of this very deposit: anybody may pay to a reference, so the account
 * of another can be a stranger's.
 */
export async function findDepositOrigin(tx: Tx, key: DepositKey): Promise<DepositOrigin | undefined> {
  if ('paymentId' in key)
    return originOf(tx)
      .where('deposit.provider', '=', key.provider)
      .where('deposit.provider_payment_id', '=', key.paymentId)
      .executeTakeFirst()
  return (await selectAppliedOrigin(tx, key)).rows[0]
}

const originOf = (tx: Tx) =>
  tx
    .selectFrom('deposit')
    .select(['deposit.provider', 'deposit.provider_payment_id', 'deposit.source'])
    .limit(1)

const selectAppliedOrigin = prepare((tx: Tx, key: Extract<DepositKey, { dealId: string }>) =>
  originOf(tx)
    .innerJoin('pay_in', 'pay_in.id', 'deposit.pay_in_id')
    .where('deposit.deal_id', '=', key.dealId)
    .where('pay_in.party', '=', key.party)
    .where('pay_in.purpose', '=', key.purpose)
    .where('deposit.kind', 'in', ['applied', 'over']),
)

/** What a payment was for. */
export const findPayInOfDeposit = (
  tx: Tx,
  provider: string,
  paymentId: string,
): Promise<PayInRow | undefined> =>
  tx
    .selectFrom('deposit')
    .innerJoin('pay_in', 'pay_in.id', 'deposit.pay_in_id')
    .selectAll('pay_in')
    .where('deposit.provider', '=', provider)
    .where('deposit.provider_payment_id', '=', paymentId)
    .executeTakeFirst()

/** The kind of a payment that is written down. */
export const findDepositKind = async (
  tx: Tx,
  provider: string,
  paymentId: string,
): Promise<DepositTable['kind'] | undefined> =>
  (
    await tx
      .selectFrom('deposit')
      .select('kind')
      .where('provider', '=', provider)
      .where('provider_payment_id', '=', paymentId)
      .executeTakeFirst()
  )?.kind

export const insertPayout = (tx: Tx, values: Insertable<PayoutTable>) =>
  insertRow(tx, { row: { code: newPayoutCode(), ...values } })

const insertRow = prepare((tx: Tx, { row }: { row: Insertable<PayoutTable> }) =>
  tx.insertInto('payout').values(row),
)

/** The payout whose next try has been due for longest. */
export const lockDuePayout: (tx: Tx) => Promise<(PayoutRow & DueRow) | undefined> =
  lockDueRow<PayoutRow>('payout')

/** One of each provider that is to be asked whether it is back. */
export const claimPayoutProbes = (tx: Tx): Promise<PayoutRow[]> => claimProbes<PayoutRow>(tx, 'payout')

export const postponePayoutRow = (tx: Tx, id: string, waitMs: number) => postponeRow(tx, 'payout', id, waitMs)

/** An error of ours has undone what the try wrote, its count among it. */
export const postponePayoutTry = (tx: Tx, { id, tries }: Pick<PayoutRow, 'id' | 'tries'>, waitMs: number) =>
  sql`update payout set tries = ${tries}, next_try_at = clock_timestamp() + ${waitMs} * interval '1 millisecond'
       where id = ${id}`.execute(tx)

/** Of a row that is locked: from the commit on this process alone sends it, or asks for it, until the lease ends. */
export const leaseSent = prepare(
  (_tx: Tx, { id }: Pick<PayoutRow, 'id'>) => sql`${lease('payout')}, status = 'sent' where id = ${id}`,
)

/** Of a row that is locked: what nothing was done with is not claimed again at once. */
export const leaveDuePayout = (tx: Tx, { id }: Pick<PayoutRow, 'id'>) =>
  sql`${lease('payout')} where id = ${id} and next_try_at <= clock_timestamp()`.execute(tx)

const selectForUpdate = prepare((tx: Tx, { id }: { id: string }) =>
  tx.selectFrom('payout').selectAll().where('id', '=', id).forUpdate(),
)

export const lockPayout = async (tx: Tx, id: string): Promise<PayoutRow | undefined> =>
  (await selectForUpdate(tx, { id })).rows[0]

export const lockPayoutByCode = (tx: Tx, code: string): Promise<PayoutRow | undefined> =>
  tx.selectFrom('payout').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()

type PayoutChanges = Partial<Omit<PayoutRow, 'bank_line' | 'recipient'>>

/** Of a row that is locked; answers it as it is then. */
export async function setPayout<Row extends Pick<PayoutRow, 'id'>>(
  tx: Tx,
  row: Row,
  changes: PayoutChanges,
): Promise<Row> {
  const { numAffectedRows } = await updatePayout(tx, { id: row.id, changes })
  if (numAffectedRows !== 1n) throw new Error(`payout ${row.id} does not exist`)
  if (changes.status !== undefined) announcePayout(tx, row.id)
  return { ...row, ...changes }
}

const updatePayout = prepare((tx: Tx, { id, changes }: { id: string; changes: PayoutChanges }) =>
  tx.updateTable('payout').set(changes).where('id', '=', id),
)

export const listPayouts = (tx: Tx, dealId: string): Promise<PayoutRow[]> =>
  tx
    .selectFrom('payout')
    .selectAll()
    .where('deal_id', '=', dealId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
