/** What a person's invoices say of them. */
import type { z } from 'zod'
import type { Answer } from '#core/contract/endpoint.ts'
import type { getTaxDetails, setTaxDetails } from '#core/contract/tax-papers.ts'
import { tdsRuleOn } from '#core/tax/tax-settings.ts'
import { istDay } from '#core/time.ts'
import { findTaxPerson, setTaxPerson } from '#server/repositories/tax-papers.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'

/** A PAN is asked for while tax is withheld under it, and not known else. */
const asksPan = ({ settings, now }: Ctx): boolean => tdsRuleOn(settings.tax, istDay(now)) !== null

export async function taxDetails(ctx: UserCtx): Promise<Answer<typeof getTaxDetails>> {
  const row = await findTaxPerson(ctx.tx, ctx.user.id)
  const request = asksPan(ctx) ? { asks_pan: true } : {}
  if (!row) return { details: null, ...request }
  const { name, address, pin, state, gstin, pan } = row
  return { details: { name, address, pin, state, gstin, ...(asksPan(ctx) ? { pan } : {}) }, ...request }
}

export async function changeTaxDetails(
  ctx: UserCtx,
  body: z.output<typeof setTaxDetails.body>,
): Promise<Answer<typeof getTaxDetails>> {
  const pan = asksPan(ctx) ? body.pan : null
  await setTaxPerson(ctx.tx, { user_id: ctx.user.id, ...body, pan, updated_at: new Date(ctx.now) })
  return taxDetails(ctx)
}
