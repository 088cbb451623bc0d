/** Lines of the bank that wait for a person, what may be meant by them, and what people decided. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { LineDecisionTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { partPaise } from './payout-parts.ts'

export type LineDecisionRow = Selectable<LineDecisionTable>

const MOST_LINES = 200
const MOST_CANDIDATES = 50

const DEBT_PAID = sql`(select coalesce(sum(x.part_paise), 0)::bigint from line_decision x
  where x.bank_account_id = l.bank_account_id and x.position = l.position)`

/** Lines as they are booked, with the decision that lives; of one that paid a debt that was less, the rest. */
const deskLines = (tx: Tx) =>
  tx
    .selectFrom('line_booking as b')
    .innerJoin('statement_line as l', (join) =>
      join.onRef('l.bank_account_id', '=', 'b.bank_account_id').onRef('l.position', '=', 'b.position'),
    )
    .innerJoin('bank_account as a', 'a.id', 'b.bank_account_id')
    .leftJoin('line_decision as d', (join) =>
      join
        .onRef('d.bank_account_id', '=', 'b.bank_account_id')
        .onRef('d.position', '=', 'b.position')
        .on('d.state', 'in', ['proposed', 'done'])
        .on('d.part_paise', 'is', null),
    )
    .leftJoin('app_user as maker', 'maker.id', 'd.decided_by')
    .leftJoin('app_user as approver', 'approver.id', 'd.approved_by')
    .leftJoin('app_user as undoer', 'undoer.id', 'd.undo_asked_by')
    .selectAll('l')
    .select([
      // in the place of the line's own amount: what of it paid a debt has its place already
      sql<number>`l.amount_paise - ${DEBT_PAID}`.as('amount_paise'),
      sql<number>`${DEBT_PAID}`.as('debt_paise'),
    ])
    .select(['a.bank', 'a.account', 'a.own_names', 'b.outcome as booked'])
    .select([
      'd.n',
      'd.kind',
      'd.target as decided_target',
      'd.class as decided_class',
      'd.recipient',
      'd.note',
      'd.expected',
      'd.state',
      'd.decided_by',
      'd.decided_at',
      'd.outcome as decided_outcome',
      'd.undo_asked_by',
      'd.undo_note',
    ])
    .select([
      // of a payment that was decided to be for a deal, while that deal holds it and nobody has acted on it
      sql<string | null>`(select p.deal_id from pay_in p join deal on deal.id = p.deal_id
        where p.reference = d.target and d.kind = 'pay_in' and d.outcome = 'applied' and p.purpose = 'amount'
          and deal.status = 'funded')`.as('funded_deal'),
      // of a part of a payout, while the rest of it has not left
      sql<boolean>`exists (select from payout p
        where d.outcome = 'payout_part' and p.code = d.target and p.status = 'sent')`.as('is_open_part'),
      // of a line that is paid back, while nobody can have paid it
      sql<boolean>`exists (select from payout p where p.bank_line = l.key and p.status in ('held', 'queued'))`.as(
        'is_unsent_refund',
      ),
    ])
    .select([
      sql<string | null>`maker.first_name || ' ' || maker.last_name`.as('maker'),
      sql<string | null>`approver.first_name || ' ' || approver.last_name`.as('approver'),
      sql<string | null>`undoer.first_name || ' ' || undoer.last_name`.as('undoer'),
    ])
    .where('b.outcome', 'in', ['suspense', 'unexplained'])
export type DeskLineRow = Awaited<ReturnType<ReturnType<typeof deskLines>['execute']>>[number]

export const findDeskLine = (tx: Tx, key: string): Promise<DeskLineRow | undefined> =>
  deskLines(tx).where('l.key', '=', key).executeTakeFirst()

/** Nobody has said yet what they are. */
export const listUndecided = (tx: Tx): Promise<DeskLineRow[]> =>
  deskLines(tx)
    .where('d.n', 'is', null)
    .orderBy('l.date')
    .orderBy('l.bank_account_id')
    .orderBy('l.position')
    .limit(MOST_LINES)
    .execute()

/** Somebody has, and a second person is needed. */
export const listForSecond = (tx: Tx): Promise<DeskLineRow[]> =>
  deskLines(tx)
    .where((where) =>
      where.or([
        where('d.state', '=', 'proposed'),
        where.and([where('d.state', '=', 'done'), where('d.undo_asked_by', 'is not', null)]),
      ]),
    )
    .orderBy('d.decided_at')
    .limit(MOST_LINES)
    .execute()

export const listDecided = (tx: Tx): Promise<DeskLineRow[]> =>
  deskLines(tx)
    .where('d.state', '=', 'done')
    .where('d.undo_asked_by', 'is', null)
    .orderBy('d.decided_at', 'desc')
    .limit(MOST_LINES)
    .execute()

/** What people said of the lines of an account, by position. */
export const listDoneDecisions = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('line_decision')
    .select(['position', 'kind', 'target', 'outcome'])
    .where('bank_account_id', '=', accountId)
    .where('state', '=', 'done')
    // the target of these is neither a pay-in nor a payout
    .where('kind', 'not in', ['refund', 'settlement', 'debt'])
    .execute()

/** Undefined when a decision of this line lives already: the unique index says who was first. */
export const insertDecision = async (
  tx: Tx,
  values: Omit<Insertable<LineDecisionTable>, 'n'>,
): Promise<LineDecisionRow | undefined> => {
  const count = await tx
    .selectFrom('line_decision')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bank_account_id', '=', values.bank_account_id)
    .where('position', '=', values.position)
    .executeTakeFirstOrThrow()
  return tx
    .insertInto('line_decision')
    .values({ ...values, n: Number(count.count) + 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Proposed or done: at most one of a line. */
export const findLiveDecision = (
  tx: Tx,
  { bank_account_id, position }: Pick<LineDecisionRow, 'bank_account_id' | 'position'>,
): Promise<LineDecisionRow | undefined> =>
  tx
    .selectFrom('line_decision')
    .selectAll()
    .where('bank_account_id', '=', bank_account_id)
    .where('position', '=', position)
    .where('state', 'in', ['proposed', 'done'])
    .where('part_paise', 'is', null)
    .executeTakeFirst()

type DecisionKey = Pick<LineDecisionRow, 'bank_account_id' | 'position' | 'n'>

/** False when it is no longer as it was. */
export async function moveDecision(
  tx: Tx,
  { bank_account_id, position, n }: DecisionKey,
  from: LineDecisionRow['state'],
  changes: Updateable<LineDecisionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('line_decision')
    .set(changes)
    .where('bank_account_id', '=', bank_account_id)
    .where('position', '=', position)
    .where('n', '=', n)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface CandidateSearch {
  readonly amountPaise: number
  /** Named by the rules. */
  readonly targets: readonly string[]
  readonly since: Date
  /** What a person looks for: then the amount does not matter. */
  readonly search: string | null
}

/** As a pattern that takes its signs for themselves. */
const startOf = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

export const listPayInCandidates = (tx: Tx, { amountPaise, targets, since, search }: CandidateSearch) =>
  tx
    .selectFrom('pay_in as p')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .innerJoin('deal as d', 'd.id', 'p.deal_id')
    .select([
      'p.reference as target',
      'p.amount_paise',
      'p.status',
      'p.deal_id',
      'p.created_at',
      'p.payer_vpa',
    ])
    .select(['p.purpose', 'u.first_name', 'u.last_name', 'd.status as deal_status'])
    .select(sql<string | null>`coalesce(d.terms->>'service_details', d.terms->>'deliverables')`.as('product'))
    .select(
      sql<string[]>`array(select c.utr from payment_claim c where c.pay_in_id = p.id order by c.id)`.as(
        'utrs',
      ),
    )
    .where('p.provider', '=', 'upi')
    .where((where) =>
      search === null
        ? where.or([
            where('p.reference', 'in', ['', ...targets]),
            where.and([where('p.amount_paise', '=', amountPaise), where('p.created_at', '>=', since)]),
          ])
        : where.or([
            where('p.reference', 'like', startOf(search.toUpperCase())),
            where('u.first_name', 'ilike', startOf(search)),
            where('u.last_name', 'ilike', startOf(search)),
          ]),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(MOST_CANDIDATES)
    .execute()

export const listPayoutCandidates = (
  tx: Tx,
  { amountPaise, targets, search }: CandidateSearch,
  status: 'sent' | 'paid',
) =>
  tx
    .selectFrom('payout as p')
    .leftJoin('app_user as u', 'u.id', 'p.user_id')
    .select(['p.code as target', 'p.amount_paise', 'p.status', 'p.deal_id', 'p.created_at', 'p.provider_ref'])
    .select(['p.recipient', 'u.first_name', 'u.last_name'])
    .select(sql<number>`p.amount_paise - ${partPaise('p.code')}`.as('rest_paise'))
    .where('p.provider', '=', 'upi')
    .where('p.by_hand', '=', true)
    .where((where) =>
      search === null
        ? where.or([
            where('p.code', 'in', ['', ...targets]),
            where.and([
              where(sql<number>`p.amount_paise - ${partPaise('p.code')}`, '=', amountPaise),
              where('p.status', '=', status),
            ]),
          ])
        : where.and([
            where('p.status', '=', status),
            where.or([
              where('p.code', 'like', startOf(search.toUpperCase())),
              where('u.first_name', 'ilike', startOf(search)),
              where('u.last_name', 'ilike', startOf(search)),
              where('p.recipient', 'ilike', startOf(search)),
            ]),
          ]),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(MOST_CANDIDATES)
    .execute()
