/** What a person's invoices say of them. */
import type { z } from 'zod'
import type { Answer } from '#core/contract/endpoint.ts'
import type { getTaxDetails, setTaxDetails } from '#core/contract/tax-papers.ts'
import { findTaxPerson, setTaxPerson } from '#server/repositories/tax-papers.ts'
import type { UserCtx } from '#server/services/context.ts'

export async function taxDetails({ tx, user }: UserCtx): Promise<Answer<typeof getTaxDetails>> {
  const row = await findTaxPerson(tx, user.id)
  if (!row) return { details: null }
  const { name, address, pin, state, gstin } = row
  return { details: { name, address, pin, state, gstin } }
}

export async function changeTaxDetails(
  ctx: UserCtx,
  body: z.output<typeof setTaxDetails.body>,
): Promise<Answer<typeof getTaxDetails>> {
  await setTaxPerson(ctx.tx, { user_id: ctx.user.id, ...body, updated_at: new Date(ctx.now) })
  return taxDetails(ctx)
}
