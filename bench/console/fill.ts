/** A service of two years: people, deals in all their states, money, parcels, and what waits at the desks. */
import type pg from 'pg'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { fillBooks } from './books.ts'
import { FIRST_NAMES, LAST_NAMES, THINGS } from './words.ts'

/** Deals a statement: their temporary rows stay in memory. */
const STEP = 10_000
const DAYS = 730
const DEALS_A_PERSON = 5

/** Values that look drawn and are the same in every run; `salt` makes another of the same row. */
const drawn = (salt: string): string => `((hashtextextended('${salt}', i) & 1048575) / 1048576.0::float8)`

/** Some often, most seldom. */
const oneOf = (words: readonly string[], salt: string): string =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + floor(power(${drawn(salt)}, 2) * ${words.length})::int]`

async function fillPeople(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into app_user (first_name, last_name, email, phone_number, payment_number, business_name, user_type, password_hash)
     select first, last, lower(first || '.' || last) || i || '@example.com', phone, phone,
            case when kind in ('Seller', 'Service_Provider') then last || ' ' || thing || ' ' || i end, kind, ''
       from (select i, ${oneOf(FIRST_NAMES, 'first')} as first, ${oneOf(LAST_NAMES, 'last')} as last,
                    ${oneOf(THINGS, 'trade')} as thing, (6000000000 + (i::bigint * 199511) % 3999999979)::text as phone,
                    case when i % 10 < 6 then 'Buyer' when i % 10 < 9 then 'Seller' else 'Service_Provider' end as kind
               from generate_series(1, $1::int) i) person`,
    [count],
  )
  await client.query('analyze app_user')
}

/** Of an earlier day all have ended; of the last 45 days one in four still runs. */
const STATUS = `case
  when age > 45 or ${drawn('ended')} < 0.75 then (case
    when ${drawn('end')} < 0.80 then 'released' when ${drawn('end')} < 0.86 then 'refunded'
    when ${drawn('end')} < 0.90 then 'expired' when ${drawn('end')} < 0.94 then 'cancelled'
    when ${drawn('end')} < 0.96 then 'withdrawn' when ${drawn('end')} < 0.98 then 'declined' else 'settled' end)
  else (array['proposed','proposed','proposed','proposed','agreed','agreed','funded','funded','funded','in_delivery',
    'in_delivery','in_delivery','in_delivery','delivered','delivered','delivered','return_requested','returning',
    'return_in_transit','disputed','negotiating','mediation'])[1 + floor(${drawn('state')} * 22)::int] end`

const ENDED = `status in ('released', 'refunded', 'expired', 'cancelled', 'withdrawn', 'declined', 'settled')`
const WAS_FUNDED = `status not in ('proposed', 'agreed', 'expired', 'withdrawn', 'declined')`
const DISPUTED = `(status in ('disputed', 'negotiating', 'mediation', 'settled') or (status = 'released' and ${drawn('complaint')} < 0.02))`

/** The rows of a stretch, with what all tables take from them. */
const rowsOf = ({
  from,
  to,
  deals,
  people,
}: Stretch): string => `create temporary table fresh on commit drop as
  select *, ${ENDED} as is_over, ${WAS_FUNDED} as was_funded, ${DISPUTED} as is_disputed,
         'c-' || lpad(to_hex((i::bigint * 2654435761) % 4294967296), 8, '0') || i as id,
         made_at + interval '6 hours' * ${drawn('pay')} as funded_at,
         least(made_at + interval '5 days' * (0.3 + ${drawn('over')}), now() - interval '2 hours') as over_at
    from (select *, ${STATUS} as status, now() - make_interval(secs => age * 86400) as made_at
            from (select i, ${DAYS} * (1 - i / ${deals}::float8) + 0.5 as age,
                         (100 * round(power(10, 2.5 + 2.7 * ${drawn('amount')})))::bigint as amount,
                         1 + floor(power(${drawn('payer')}, 1.5) * ${people})::int as payer_no,
                         1 + floor(power(${drawn('payee')}, 3) * ${people})::int as payee_no,
                         ${oneOf(THINGS, 'thing')} || ' ' || (i::bigint * 7919) % 1000 as thing,
                         case when i % 4 = 0 then 'services' else 'shopping' end as track
                    from generate_series(${from}, ${to}) i) drawn) aged
   where payer_no <> payee_no`

const DEALS = `insert into deal (id, track, status, creator_id, payer_id, payee_id, counterparty_phone, amount_paise,
    commission_basis_points, cancellation_fee_basis_points, terms, policy_id, created_at, agreed_at, funded_at, delivery_due_at,
    delivered_at, ended_at, due_at, due_event, courier, tracking_number, return_courier, return_tracking_number, disputed_at,
    last_seq, coupon_id)
  select f.id, track, status, case when track = 'shopping' then payer.id else payee.id end,
         case when track = 'shopping' or status not in ('proposed', 'withdrawn', 'declined', 'expired') then payer.id end,
         case when track = 'services' or status not in ('proposed', 'withdrawn', 'declined', 'expired') then payee.id end,
         case when track = 'shopping' then payee.phone_number else payer.phone_number end, amount, 200, 2500,
         jsonb_build_object(case when track = 'shopping' then 'service_details' else 'deliverables' end, thing,
           'main_user_fname', payer.first_name, 'main_user_lname', payer.last_name, 'main_user_phone', payer.phone_number,
           'cpty_company', coalesce(payee.business_name, ''), 'cpty_full_name', payee.first_name || ' ' || payee.last_name,
           'description', repeat('As agreed on the phone. ', 10)),
         (select max(id) from policy), made_at,
         case when status not in ('proposed', 'withdrawn', 'declined', 'expired') then made_at + interval '2 hours' end,
         case when was_funded then f.funded_at end, case when was_funded then f.over_at end,
         case when status = 'released' then f.over_at end, case when is_over then f.over_at end,
         case when not is_over then now() + interval '3 hours' + interval '9 days' * ${drawn('due')} end,
         case when not is_over then 'offerValidity' end,
         case when was_funded and track = 'shopping' then 'Delhivery' end,
         case when was_funded and track = 'shopping' then 'AWB' || (10000000000 + i) end,
         case when status in ('refunded', 'return_in_transit') then 'Delhivery' end,
         case when status in ('refunded', 'return_in_transit') then 'RTO' || (20000000000 + i) end,
         case when is_disputed then f.over_at - interval '12 hours' end, 1,
         case when i % 50 = 0 then (select min(id) from coupon) + (i / 50) % (select count(*) from coupon) end
    from fresh f join person payer on payer.no = payer_no join person payee on payee.no = payee_no order by i`

const DISPUTES = `insert into dispute (deal_id, complainant, reason, statement, wanted, response, filed_at, decided_by)
  select id, 'payer', 'It is not what was agreed', repeat('It came broken. ', 8), 'refund', 'It was whole when it left.',
         over_at - interval '12 hours', case when is_over then payer_no end from fresh where is_disputed`

interface Stretch {
  readonly from: number
  readonly to: number
  /** Of the whole fill. */
  readonly deals: number
  readonly people: number
}

async function fillDeals(client: pg.Client, stretch: Stretch): Promise<void> {
  await client.query('begin')
  await client.query(rowsOf(stretch))
  for (const statement of [DEALS, DISPUTES, ...PAYMENTS]) await client.query(statement)
  await client.query('commit')
}

const CODE = (prefix: string): string =>
  `'${prefix}' || translate(upper(lpad(to_hex((i::bigint * 2654435761) % 4294967296), 8, '0')), 'ILOU', 'WXYZ')`

const PAYMENTS = [
  `insert into pay_in (id, deal_id, party, user_id, purpose, provider, amount_paise, reference, status, created_at, paid_at)
   select 'pi-' || i, f.id, 'payer', payer.id, 'amount', 'sandbox', amount, ${CODE('AM')}, 'paid', funded_at, funded_at
     from fresh f join person payer on payer.no = payer_no where was_funded`,
  `insert into payment_claim (pay_in_id, utr, amount_paise, state, at)
   select 'pi-' || i, lpad((300000000000 + i::bigint * 104729)::text, 12, '0'), amount, 'seen', funded_at from fresh where was_funded and i % 2 = 0`,
  `insert into deposit (provider, provider_payment_id, pay_in_id, deal_id, amount_paise, source, kind, at)
   select 'sandbox', 'pay_' || i, 'pi-' || i, id, amount, 'asha@upi', 'applied', funded_at from fresh where was_funded`,
  `insert into webhook_event (provider, event_id, body, at, state, applied_at)
   select 'sandbox', 'evt_' || i, (case when funded_at > now() - interval '190 days' then '{"event": "payment.captured"}' else '{}' end)::jsonb, funded_at, 'applied', funded_at from fresh where was_funded`,
  `insert into payout (id, deal_id, user_id, party, purpose, amount_paise, provider, destination, status, provider_ref, code,
     created_at, paid_at, next_try_at)
   select 'po-' || i, f.id, who.id, case when status in ('released', 'settled') then 'payee' else 'payer' end,
          case when status in ('released', 'settled') then 'release' else 'refund' end,
          case when status in ('released', 'settled') then amount - amount / 50 else amount end, 'sandbox', 'asha@upi', 'paid',
          (600000000000 + i::bigint * 15485863)::text, ${CODE('PY')}, over_at, over_at + interval '1 hour', over_at
     from fresh f join person who on who.no = case when status in ('released', 'settled') then payee_no else payer_no end
    where was_funded and is_over`,
] as const

const DESKS = [
  `insert into lead (name, phone_number, message, created_at, done_at)
   select ${oneOf(FIRST_NAMES, 'lead')}, (7000000000 + i * 7)::text, 'Call me', now() - interval '1 hour' * (50000 - i),
          case when i % 500 > 0 then now() end from generate_series(1, 50000) i`,
  `insert into grievance (ticket, name, email, subject, message, created_at, acknowledge_by, resolve_by, acknowledged_at, resolved_at, answer)
   select 'GR-' || i, first || ' Rao', lower(first) || i || '@example.com', 'Refund', 'Where is my refund?', at,
          at + interval '1 day', at + interval '15 days', case when is_done then at + interval '3 hours' end,
          case when is_done then at + interval '3 days' end, case when is_done then 'It is on its way.' end
     from (select i, ${oneOf(FIRST_NAMES, 'grievance')} as first, now() - interval '50 minutes' * (20000 - i) as at, i % 200 > 0 as is_done
             from generate_series(1, 20000) i) g`,
] as const

const COUPONS = `insert into coupon (code) select 'C' || lpad(i::text, 5, '0') || lpad((i % 51)::text, 2, '0') from generate_series(1, 500) i`

export async function fill(client: pg.Client, deals: number): Promise<void> {
  const people = Math.max(100, Math.ceil(deals / DEALS_A_PERSON))
  await client.query('set synchronous_commit = off')
  await fillPeople(client, people)
  await client.query(`insert into policy (hash, body) values ('console', $1)`, [
    JSON.stringify(DEFAULT_POLICY),
  ])
  await client.query(COUPONS)
  await client.query(`create temporary table person as
    select row_number() over (order by id)::int as no, id, phone_number, first_name, last_name, business_name from app_user`)
  await client.query('create unique index on person (no)')
  await client.query('analyze person')
  // payouts of the past are paid from their first row on
  await client.query('alter table payout disable trigger moves')
  for (let from = 1; from <= deals; from += STEP)
    await fillDeals(client, { from, to: Math.min(from + STEP - 1, deals), deals, people })
  await client.query('alter table payout enable always trigger moves')
  await fillBooks(client)
  for (const statement of DESKS) await client.query(statement)
  await client.query('vacuum analyze')
}
