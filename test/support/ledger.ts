/** Postings as the product makes them, for the tests of the ledger. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Posting, type PostResult, type Problem, post } from '../../server/repositories/ledger.ts'
import type { FreshDatabase } from './database.ts'

export const newDealId = (): string => randomBytes(18).toString('base64url')

export const entriesOf = (amounts: Readonly<Record<string, number>>): Posting['entries'] =>
  Object.entries(amounts).map(([account, amountPaise]) => ({ account, amountPaise }))

export const fund = (dealId: string, amountPaise: number, id = `deal:${dealId}:fund`): Posting => ({
  id,
  kind: 'fund',
  dealId,
  entries: entriesOf({ 'gateway:sandbox': -amountPaise, [`hold:${dealId}`]: amountPaise }),
})

/** Ends the hold: `to` says who gets what of it. */
export function endHold(dealId: string, to: Readonly<Record<string, number>>, kind = 'release'): Posting {
  const hold = `hold:${dealId}`
  const total = Object.values(to).reduce((sum, amount) => sum + amount, 0)
  const entries = entriesOf({ [hold]: -total, ...to })
  return { id: `deal:${dealId}:${kind}`, kind, dealId, resolves: hold, entries }
}

export const payOut = (id: string, user: string, amountPaise: number): Posting => ({
  id: `payout:${id}`,
  kind: 'payout',
  entries: entriesOf({ [`payable:${user}`]: -amountPaise, 'gateway:sandbox': amountPaise }),
})

/** In a transaction of its own. */
export const postAlone = (db: FreshDatabase, posting: Posting): Promise<PostResult> =>
  db.transact((tx) => post(tx, posting))

export async function verdict(db: FreshDatabase): Promise<Problem[]> {
  const { rows } = await db.ownerPool.query('select check_name as check, subject, detail from verify()')
  return rows
}

/** Everything that a posting could have changed, to see that a refused one has not. */
export async function everything(db: FreshDatabase): Promise<unknown> {
  const { rows } = await db.ownerPool.query(`
    select (select jsonb_agg(a order by a.id) from ledger_account a) as accounts,
           (select jsonb_agg(t order by t.no) from transfer t) as transfers,
           (select jsonb_agg(e order by e.transfer_no, e.account_id) from entry e) as entries`)
  return rows[0]
}

export async function asSuperuser<T>(db: FreshDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: db.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
