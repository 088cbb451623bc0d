/** The QR code of a pay-in. No token: an image element cannot send one, and the 144-bit id was shown to the payer alone. */
import { Refusal } from '#core/errors.ts'
import { findPayIn } from '#server/repositories/payments.ts'
import type { Ctx } from '#server/services/context.ts'
import { presentPayIn } from './present-pay-in.ts'

/** The address that the QR code holds. */
export async function payInUrl(ctx: Ctx, id: string): Promise<string> {
  const payIn = await findPayIn(ctx.tx, id)
  if (!payIn) throw new Refusal('not_found')
  return presentPayIn(ctx.settings, payIn).upi_url
}
