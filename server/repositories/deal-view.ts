/** All that is shown of a deal beside its own row, in one statement: it is read at every step of every deal. */

import { sql } from 'kysely'
import type { PayInPurpose } from '#core/deposits.ts'
import type { PAYOUT_STATUSES } from '#core/payout-holds.ts'
import { prepare } from '#server/db/prepare.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { DealRow } from './deals.ts'
import { type SetOffs, setOffsOf } from './debts.ts'
import type { EventRow } from './events.ts'
import type { FileRow } from './files.ts'
import type { PayInRow, PayoutRow } from './payments.ts'
import type { UserRow } from './users.ts'

export type DealPerson = Pick<
  UserRow,
  'id' | 'first_name' | 'last_name' | 'phone_number' | 'business_name'
> & {
  readonly is_deleted: boolean
}

/** What a party said that they paid. */
export interface DealClaim {
  readonly utr: string
  readonly state: 'claimed' | 'seen' | 'not_found' | 'conflict'
  readonly at: Date
  /** An Indian day. */
  readonly look_until: string | null
  readonly party: 'payer' | 'payee'
  readonly purpose: PayInPurpose
  readonly pay_in_status: PayInRow['status']
}

export interface DealView {
  /** Payer and payee, as far as there are. */
  readonly people: readonly DealPerson[]
  readonly events: readonly EventRow[]
  /** Paise that the deal's transfers have added to each account, by account code. */
  readonly movements: Readonly<Record<string, number>>
  readonly set_off: SetOffs
  readonly open_pay_ins: readonly Omit<PayInRow, 'created_at' | 'paid_at' | 'next_try_at'>[]
  /** The last, of what is open if anything is. */
  readonly claim: DealClaim | null
  readonly payouts: readonly (Pick<
    PayoutRow,
    'party' | 'purpose' | 'amount_paise' | 'held_because' | 'held_until'
  > & {
    readonly status: (typeof PAYOUT_STATUSES)[number]
    /** Of a stray payment. */
    readonly pay_in_purpose: PayInPurpose | null
  })[]
  /** In whose name the payee's target is, where it is their own. */
  readonly payee_bank_name: string | null
  /** Whether anything was ever paid in for it. */
  readonly arrived: boolean
  readonly files: readonly FileRow[]
  /** By user: how many of those who dealt with them would again. Each counts once, by what they said last. */
  readonly ratings: Readonly<Record<string, { readonly yes: number; readonly of: number }>>
  /** Of this deal, by who said it. */
  readonly ratings_given: Readonly<Record<string, boolean>>
}

/** What of the deal's own row says whose data are shown. */
export type ViewedSides = Pick<DealRow, 'id' | 'track' | 'payer_id' | 'payee_id' | 'counterparty_id'>

/** JSON has no moments. */
const moment = (text: unknown): Date => new Date(text as string)

/** The other side of an offer of goods is a shop that everybody may search; of work it is nobody's business who has a number. */
const metBefore = ({
  track,
  payer_id,
  payee_id,
  counterparty_id,
}: ViewedSides): [number | null, number | null] => [
  payer_id,
  payee_id ?? (track === 'shopping' ? counterparty_id : null),
]

interface ViewKeys {
  readonly id: string
  readonly payerId: number | null
  readonly payeeId: number | null
  /** Whose ratings are shown. */
  readonly firstId: number | null
  readonly secondId: number | null
}

const selectView = prepare(
  (_tx: Tx, { id, payerId, payeeId, firstId, secondId }: ViewKeys) => sql<DealView>`
    select
      (select coalesce(json_agg(json_build_object('id', u.id, 'first_name', first_name, 'last_name', last_name,
                'phone_number', nullif(phone_number, 'none-' || u.id), 'business_name', business_name,
                'is_deleted', deleted_at is not null)), '[]')
         from app_user u where u.id in (${payerId}, ${payeeId})) as people,
      (select coalesce(json_agg(e order by e.seq), '[]') from deal_event e where e.deal_id = ${id}) as events,
      (select coalesce(json_object_agg(code, amount), '{}')
         from (select a.code, sum(e.amount) as amount
                 from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
                where t.deal_id = ${id} group by a.code) moved) as movements,
      ${setOffsOf(id)} as set_off,
      (select coalesce(json_agg(p order by p.created_at desc), '[]')
         from pay_in p where p.deal_id = ${id} and p.status = 'open') as open_pay_ins,
      (select json_build_object('utr', c.utr, 'state', c.state, 'at', c.at, 'look_until', c.look_until, 'party', p.party,
                                'purpose', p.purpose, 'pay_in_status', p.status)
         from payment_claim c join pay_in p on p.id = c.pay_in_id
        where p.deal_id = ${id} order by p.status = 'open' desc, c.id desc limit 1) as claim,
      (select coalesce(json_agg(p order by p.created_at, p.id), '[]')
         from (select o.*, i.purpose as pay_in_purpose from payout o
                 left join deposit d on o.purpose = 'stray' and d.provider = o.provider
                                    and d.provider_payment_id = o.refund_of
                 left join pay_in i on i.id = d.pay_in_id
                where o.deal_id = ${id}) p) as payouts,
      (select bank_name from payout_target where user_id = ${payeeId} and retired_at is null and name_matches)
        as payee_bank_name,
      exists (select from deposit where deal_id = ${id}) as arrived,
      (select coalesce(json_agg(f order by f.no), '[]')
         from (select d.*, w.at as withdrawn_at, false as is_unsent
                 from deal_file d left join file_withdrawal w on w.file_id = d.id
                where d.deal_id = ${id}
                  and not (d.is_draft and not exists (select from file_sending s where s.file_id = d.id))) f) as files,
      (select coalesce(json_object_agg(rated_id, json_build_object('yes', yes, 'of', total)), '{}')
         from (select rated_id, count(*) filter (where is_good) as yes, count(*) as total
                 from (select distinct on (rated_id, rater_id) rated_id, is_good from deal_rating
                        where rated_id in (${firstId}, ${secondId})
                        order by rated_id, rater_id, created_at desc) latest
                group by rated_id) counted) as ratings,
      (select coalesce(json_object_agg(rater_id, is_good), '{}') from deal_rating where deal_id = ${id})
        as ratings_given`,
)

export async function viewOf(tx: Tx, deal: ViewedSides): Promise<DealView> {
  const [firstId, secondId] = metBefore(deal)
  const { id, payer_id: payerId, payee_id: payeeId } = deal
  const { rows } = await selectView(tx, { id, payerId, payeeId, firstId, secondId })
  const view = rows[0]
  if (!view) throw new Error('a query without FROM has no row')
  return {
    ...view,
    claim: view.claim && { ...view.claim, at: moment(view.claim.at) },
    payouts: view.payouts.map((payout) => ({
      ...payout,
      held_until: payout.held_until && moment(payout.held_until),
    })),
    events: view.events.map((event) => ({ ...event, at: moment(event.at) })),
    files: view.files.map((file) => ({
      ...file,
      at: moment(file.at),
      withdrawn_at: file.withdrawn_at && moment(file.withdrawn_at),
    })),
  }
}
