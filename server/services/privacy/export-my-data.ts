/** All data of the signed-in user: each deal as they see it on its page, with the chat; a few deals per transaction. */
import type { Exported } from '#core/contract/account.ts'
import { toIso } from '#core/time.ts'
import { listDealIdsOf, listOwn } from '#server/repositories/account.ts'
import { findUser } from '#server/repositories/users.ts'
import { presentUser } from '#server/services/account/session.ts'
import { listMySessions } from '#server/services/account/sessions.ts'
import { listApps } from '#server/services/apps/apps.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { readMessages } from '#server/services/chat/read.ts'
import type { UserCtx } from '#server/services/context.ts'
import { readDeal } from '#server/services/deals/read.ts'

type RunInUserTransaction = <T>(fn: (ctx: UserCtx) => Promise<T>) => Promise<T>

const DEALS_PER_TRANSACTION = 20
const MESSAGES_PER_PAGE = 100

export async function exportMyData(runInTransaction: RunInUserTransaction, token: string): Promise<Exported> {
  const { ids, ...own } = await runInTransaction(async (ctx) => ({
    ...(await ownOf(ctx, token)),
    ids: await listDealIdsOf(ctx.tx, ctx.user.id),
  }))
  const deals: Exported['deals'] = []
  for (let from = 0; from < ids.length; from += DEALS_PER_TRANSACTION)
    deals.push(
      ...(await runInTransaction((ctx) => dealsOf(ctx, ids.slice(from, from + DEALS_PER_TRANSACTION)))),
    )
  return { ...own, deals }
}

async function ownOf(ctx: UserCtx, token: string): Promise<Omit<Exported, 'deals'>> {
  const user = await findUser(ctx.tx, ctx.user.id)
  if (!user) throw new Error('a session without its user')
  const subject = { type: 'user', id: user.id }
  await recordAudit(ctx, { action: 'data_exported', actor: ctx.user, subject })
  const rows = await listOwn(ctx.tx, user)
  return {
    made_at: toIso(ctx.now),
    profile: {
      ...presentUser(user),
      locale: user.locale,
      created_at: toIso(user.created_at.getTime()),
    },
    sessions: await listMySessions(ctx, token),
    ...(rows.withheld_taxes.length > 0 ? { withheld_taxes: rows.withheld_taxes.map(plain) } : {}),
    ...(rows.payee_account.length > 0 ? { payee_account: rows.payee_account.map(plain) } : {}),
    payments: rows.payments.map(plain),
    payouts: rows.payouts.map(plain),
    payout_targets: rows.payout_targets.map(plain),
    notices: rows.notices.map(plain),
    grievances: rows.grievances.map(plain),
    apps: await listApps(ctx),
    offer_links: rows.offer_links.map(plain),
    invites: rows.invites.map(plain),
    deal_requests: rows.deal_requests.map(plain),
    waiting_photos: rows.waiting_photos.map(plain),
    tax_details: rows.tax_details.map(plain),
    tax_papers: rows.tax_papers.map(plain),
  }
}

/** Moments as the API writes them; `deal_id` is what people know as form_pk. */
const plain = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name === 'deal_id' ? 'form_pk' : name,
      value instanceof Date ? toIso(value.getTime()) : value,
    ]),
  )

async function dealsOf(ctx: UserCtx, ids: readonly string[]): Promise<Exported['deals']> {
  const deals: Exported['deals'] = []
  for (const id of ids) deals.push({ ...(await readDeal(ctx, id)), messages: await messagesOf(ctx, id) })
  return deals
}

async function messagesOf(ctx: UserCtx, dealId: string) {
  const all: Awaited<ReturnType<typeof readMessages>> = []
  for (let after = 0; ; after = all.at(-1)?.id ?? 0) {
    const page = await readMessages(ctx, dealId, { after, limit: MESSAGES_PER_PAGE })
    all.push(...page)
    if (page.length < MESSAGES_PER_PAGE) return all
  }
}
