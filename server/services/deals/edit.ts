/** Changed terms of an open offer: judged as the form's own, then offered anew under the next terms_version. */
import { invalid, type Refusal } from '../../../core/errors.ts'
import { servicesFields, shoppingFields } from '../../../core/fields.ts'
import type { Loaded } from '../../repositories/deals.ts'
import type { UserCtx } from '../context.ts'
import { servicesTerms, shoppingTerms, termColumns } from './create.ts'
import type { Effect } from './effect.ts'
import { fieldsOfIssues } from './issues.ts'

export async function editedTerms(
  ctx: UserCtx,
  { deal }: Loaded,
  body: Record<string, unknown>,
): Promise<Effect | Refusal> {
  // what is not sent stays as it was offered
  const wanted = { ...deal.terms, ...body }
  if (deal.track === 'shopping') {
    const parsed = shoppingFields.safeParse(wanted)
    if (!parsed.success) return invalid(fieldsOfIssues(parsed.error.issues))
    const terms = await shoppingTerms(ctx, parsed.data)
    return { deal: termColumns(terms), data: terms.terms }
  }
  const parsed = servicesFields.safeParse(wanted)
  if (!parsed.success) return invalid(fieldsOfIssues(parsed.error.issues))
  const terms = await servicesTerms(ctx, parsed.data)
  return { deal: termColumns(terms), data: terms.terms }
}
