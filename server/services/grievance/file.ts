/** Files a grievance: a ticket that cannot be guessed, the two legal time limits from now, and an email that names them. */
import type { z } from 'zod'
import { ACKNOWLEDGE_WITHIN_MS, type grievanceFields, RESOLVE_WITHIN_MS } from '#core/contract/grievance.ts'
import type { Locale } from '#core/locale.ts'
import { newTicket } from '#server/lib/tokens.ts'
import { type GrievanceRow, insertGrievance } from '#server/repositories/grievances.ts'
import type { Ctx } from '#server/services/context.ts'
import { emailReceived } from './emails.ts'

export async function fileGrievance(
  ctx: Ctx,
  input: z.output<typeof grievanceFields> & { locale: Locale },
): Promise<GrievanceRow> {
  const row = await insertGrievance(ctx.tx, {
    ticket: newTicket(),
    name: input.name,
    email: input.email,
    phone_number: input.phone_number ?? null,
    subject: input.subject ?? null,
    message: input.message,
    locale: input.locale,
    created_at: new Date(ctx.now),
    acknowledge_by: new Date(ctx.now + ACKNOWLEDGE_WITHIN_MS),
    resolve_by: new Date(ctx.now + RESOLVE_WITHIN_MS),
  })
  await emailReceived(ctx, row)
  return row
}
