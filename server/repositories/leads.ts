import type { Tx } from '../db/transaction.ts'

export const insertLead = (tx: Tx, values: { name: string; phone_number: string; message: string | null }) =>
  tx.insertInto('lead').values(values).execute()
