/** The team's grids of users and transactions, in the spec's columns. */

import type { User } from '#core/contract/auth.ts'
import type { GridQuery, GridTransaction } from '#core/contract/deal-grid.ts'
import type { ListQuery } from '#core/contract/endpoint.ts'
import { whoseMove } from '#core/lifecycle/allowed.ts'
import { toIso } from '#core/time.ts'
import type { Reads } from '#server/db/transaction.ts'
import { listAllDeals } from '#server/repositories/deal-grid.ts'
import { type DealRow, findDeal } from '#server/repositories/deals.ts'
import { listUsers } from '#server/repositories/user-grid.ts'
import { presentUser } from '#server/services/account/session.ts'
import { recordListView } from '#server/services/audit/record.ts'
import type { ListPage, UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'

export async function listGridUsers(ctx: UserCtx, reads: Reads, query: ListQuery): Promise<ListPage<User>> {
  const { rows, total } = await reads.beside(ctx.tx, (tx) => listUsers(tx, query))
  const ids = rows.map(({ id }) => id)
  await recordListView(ctx, 'users', ids)
  return { total, rows: rows.map(presentUser) }
}

const cell = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

export async function listGridTransactions(
  ctx: UserCtx,
  reads: Reads,
  query: GridQuery,
): Promise<ListPage<GridTransaction>> {
  const { rows, total } = await reads.beside(ctx.tx, (tx) => listAllDeals(tx, { ...query, now: ctx.now }))
  const ids = rows.map(({ id }) => id)
  await recordListView(ctx, 'deals', ids)
  return {
    total,
    rows: await Promise.all(rows.map((deal) => presentRow(ctx, deal))),
  }
}

/** Who wrote the form is the payer of goods, and the payee of work. */
function sidesOf({ track, counterparty_phone }: DealRow, terms: DealRow['terms']) {
  const creator = {
    first: cell(terms.main_user_fname),
    last: cell(terms.main_user_lname),
    phone: cell(terms.main_user_phone),
  }
  const [first = '', ...rest] = cell(terms.cpty_full_name).split(' ')
  const other = { first, last: rest.join(' '), phone: counterparty_phone }
  const payer = track === 'shopping' ? creator : other
  return {
    ...{ payer_first_name: payer.first, payer_last_name: payer.last, payer_phone: payer.phone },
    payee_name:
      track === 'shopping'
        ? cell(terms.cpty_company ?? terms.cpty_full_name)
        : `${creator.first} ${creator.last}`.trim(),
  }
}

export async function presentRow(ctx: UserCtx, { terms, ...deal }: DealRow): Promise<GridTransaction> {
  // whose move it is depends on the dispute; few deals have one, so it is not joined
  const loaded = deal.disputed_at ? await findDeal(ctx.tx, deal.id) : undefined
  const facts = await factsOf(ctx, loaded ?? { deal: { ...deal, terms }, dispute: null })
  return {
    form_pk: deal.id,
    track: deal.track,
    main_user_fname: cell(terms.main_user_fname),
    main_user_lname: cell(terms.main_user_lname),
    main_user_phone: cell(terms.main_user_phone),
    service_details: cell(terms.service_details ?? terms.deliverables),
    amount: deal.amount_paise / 100,
    amount_paise: deal.amount_paise,
    cpty_company: cell(terms.cpty_company ?? terms.cpty_full_name),
    ...sidesOf({ ...deal, terms }, terms),
    status: deal.status,
    created_at: toIso(deal.created_at.getTime()),
    due_at: deal.due_at && toIso(deal.due_at.getTime()),
    whose_move: whoseMove(facts),
  }
}
