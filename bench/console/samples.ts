/** Values of rows over all ages of the service: each call of a kind has those of another row. */
import type pg from 'pg'

const SAMPLES = 200

const SAMPLED = {
  form: `select id as v from deal`,
  amount: `select (amount_paise / 100)::text as v from deal`,
  title: `select terms->>'service_details' as v from deal where track = 'shopping'`,
  parcel: `select tracking_number as v from deal where tracking_number is not null`,
  returned: `select return_tracking_number as v from deal where return_tracking_number is not null`,
  reference: `select reference as v from pay_in`,
  utr: `select utr as v from payment_claim`,
  code: `select code as v from payout`,
  payoutUtr: `select provider_ref as v from payout`,
  phone: `select phone_number as v from app_user where phone_number not like '9999%'`,
  person: `select id::text as v from app_user`,
  email: `select email as v from app_user`,
  first: `select first_name as v from app_user`,
  last: `select last_name as v from app_user`,
  full: `select first_name || ' ' || last_name as v from app_user`,
  business: `select business_name as v from app_user where business_name is not null`,
  day: `select to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as v from deal`,
  held: `select code::text as v from ledger_account where code >= 'hold:' and code < 'hold;'`,
  payable: `select code::text as v from ledger_account where code >= 'payable:' and code < 'payable;'`,
} as const

type SampleName = keyof typeof SAMPLED
export type Samples = Readonly<Record<SampleName, readonly string[]>>

/** A value of a row, another one each turn. */
export type SampleOf = (name: SampleName) => (turn: number) => string

export async function sample(client: pg.Client): Promise<Samples> {
  await client.query('select setseed(0.5)')
  const samples: Partial<Record<SampleName, string[]>> = {}
  for (const [name, select] of Object.entries(SAMPLED)) {
    const { rows } = await client.query(
      `select v from (${select}) s where random() < 0.05 order by random() limit ${SAMPLES}`,
    )
    samples[name as SampleName] = rows.map(({ v }) => v)
  }
  return samples as Samples
}
