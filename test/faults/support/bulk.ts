/** Many deals at once, written by SQL as the owner but through `post`, for the faults that need thousands. */
import type pg from 'pg'
import { DEFAULT_POLICY } from '#core/policy.ts'

export interface Bulk {
  readonly count: number
  readonly status: 'agreed' | 'delivered'
  /** Of deal i (from 0), SQL over `i`; an instant. */
  readonly dueAt: string
}

const AMOUNT_PAISE = 150_000

async function people(client: pg.ClientBase): Promise<{ payer: number; payee: number }> {
  const { rows } = await client.query(`
    insert into app_user (first_name, last_name, email, phone_number, payment_number, business_name, user_type, password_hash)
    values ('Asha', 'Rao', 'bulk-payer@example.com', '7000000001', '7000000001', null, 'Buyer', ''),
           ('Ravi', 'Rao', 'bulk-payee@example.com', '7000000002', '7000000002', 'Shop', 'Seller', '')
    on conflict (email) where email_verified_at is not null or email_unchecked
    do update set first_name = excluded.first_name returning id`)
  return { payer: rows[0].id, payee: rows[1].id }
}

/** As one transaction, thousands would be one block of the seal, and each event holds a lock until its end. */
const BATCH = 1_000

/** The texts have the first and the last deal of the batch as $1 and $2; each batch is one transaction. */
async function inBatches(
  client: pg.ClientBase,
  count: number,
  { texts, values = [] }: { texts: readonly string[]; values?: readonly unknown[] },
): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    for (const text of texts) {
      const used = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
      await client.query(text, [from, Math.min(from + BATCH, count) - 1, ...values].slice(0, used))
    }
    await client.query('commit')
  }
}

const SERIES = 'generate_series($1::int, $2::int) i'

/** Deals `bulk-<i>` with their events, an open pay-in `ref-<i>` where money is due, the hold where it is held. */
export async function addDeals(client: pg.ClientBase, { count, status, dueAt }: Bulk): Promise<void> {
  const { payer, payee } = await people(client)
  const { rows } = await client.query(
    `insert into policy (hash, body) values ('bulk', $1) on conflict (hash) do update set hash = excluded.hash returning id`,
    [JSON.stringify(DEFAULT_POLICY)],
  )
  const isHeld = status === 'delivered'
  // one moment for all, or the later batches would be due later
  const now = (await client.query('select product_now() as now')).rows[0].now.toISOString()
  const past = `'${now}'::timestamptz - interval '3 days'`
  const deals = `insert into deal (id, track, status, creator_id, payer_id, payee_id, counterparty_phone, amount_paise,
       commission_basis_points, cancellation_fee_basis_points, terms, policy_id, created_at, agreed_at, funded_at,
       delivery_due_at, delivered_at, due_at, due_event, last_seq)
     select 'bulk-' || i, 'shopping', '${status}', $3::int, $3::int, $4::int, '7000000002', ${AMOUNT_PAISE}, 0, 2500,
       '{"service_details": "Phone", "main_user_fname": "Asha", "main_user_lname": "Rao", "cpty_company": "Shop"}',
       $5::int, ${past}, ${past}, ${isHeld ? past : 'null'}, ${isHeld ? past : 'null'}, ${isHeld ? past : 'null'},
       ${dueAt.replaceAll('product_now()', `'${now}'::timestamptz`)},
       '${isHeld ? 'complaintWindow' : 'unresponsiveness'}', 1 from ${SERIES}`
  const events = `insert into deal_event (deal_id, seq, name, at, by, actor_id, terms_version, data)
     select 'bulk-' || i, 1, 'create', ${past}, 'payer', $3::int::text, 1, '{}' from ${SERIES}`
  const payIns = `insert into pay_in (id, deal_id, party, user_id, purpose, provider, amount_paise, reference, status, created_at)
     select 'pay-' || i, 'bulk-' || i, 'payer', $3::int, 'amount', 'sandbox', ${AMOUNT_PAISE}, 'ref-' || i,
       '${isHeld ? 'paid' : 'open'}', ${past} from ${SERIES}`
  const funds = `select post('bulk:' || i, 'fund', 'bulk-' || i, null, array['gateway:sandbox', 'hold:bulk-' || i],
       array[-${AMOUNT_PAISE}, ${AMOUNT_PAISE}]::bigint[]) from ${SERIES}`
  await inBatches(client, count, {
    texts: [deals, events, payIns, ...(isHeld ? [funds] : [])],
    values: [payer, payee, rows[0].id],
  })
  await client.query('analyze')
}

/** A released deal each, with its events: what a backup of many has to carry. */
export async function endAll(client: pg.ClientBase, count: number): Promise<void> {
  const ends = `select post('deal:bulk-' || i || ':end', 'release', 'bulk-' || i, 'hold:bulk-' || i,
       array['hold:bulk-' || i, 'payable:' || payee_id], array[-${AMOUNT_PAISE}, ${AMOUNT_PAISE}]::bigint[])
     from ${SERIES} join deal on id = 'bulk-' || i`
  const events = `insert into deal_event (deal_id, seq, name, at, by, terms_version, data)
     select 'bulk-' || i, 2, 'complaintWindow', product_now(), 'lapse', 1, '{}' from ${SERIES}`
  const deals = `update deal set status = 'released', due_at = null, due_event = null, last_seq = 2,
       ended_at = product_now(), due_from = null, next_reminder_at = null
     from ${SERIES} where id = 'bulk-' || i`
  await inBatches(client, count, { texts: [ends, events, deals] })
}
