/** The admin grid of transactions, in the spec's columns. */
import type { GridTransaction } from '../../../core/contract/admin.ts'
import type { ListQuery } from '../../../core/contract/endpoint.ts'
import { toIso } from '../../../core/time.ts'
import { listAllDeals } from '../../repositories/admin.ts'
import type { UserCtx } from '../context.ts'

export async function listGrid(
  ctx: UserCtx,
  query: ListQuery,
): Promise<{ rows: GridTransaction[]; total: number }> {
  const { rows, total } = await listAllDeals(ctx.tx, query)
  const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
  return {
    total,
    rows: rows.map(({ terms, ...deal }) => ({
      form_pk: deal.id,
      track: deal.track,
      main_user_fname: text(terms.main_user_fname),
      main_user_lname: text(terms.main_user_lname),
      main_user_phone: text(terms.main_user_phone),
      service_details: text(terms.service_details ?? terms.deliverables),
      amount: deal.amount_paise / 100,
      amount_paise: deal.amount_paise,
      cpty_company: text(terms.cpty_company ?? terms.cpty_full_name),
      status: deal.status,
      created_at: toIso(deal.created_at.getTime()),
    })),
  }
}
