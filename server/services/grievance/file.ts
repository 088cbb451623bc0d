/** A complaint about us: a ticket that cannot be guessed, two promises that start now, and a mail that says so. */
import type { z } from 'zod'
import {
  ACKNOWLEDGE_WITHIN_MS,
  type grievanceFields,
  RESOLVE_WITHIN_MS,
} from '../../../core/contract/grievance.ts'
import type { Locale } from '../../../messages/error-text.ts'
import { type GrievanceRow, insertGrievance } from '../../repositories/grievances.ts'
import { newTicket } from '../../tokens.ts'
import type { Ctx } from '../context.ts'
import { tellReceived } from './letters.ts'

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
  await tellReceived(ctx, row)
  return row
}
