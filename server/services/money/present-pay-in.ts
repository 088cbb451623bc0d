import type { Payment } from '#core/contract/payments.ts'
import { Refusal } from '#core/errors.ts'
import { provesByStatement } from '#server/rails/capabilities.ts'
import { findPayIn, type PayInRow } from '#server/repositories/payments.ts'
import type { Ctx } from '#server/services/context.ts'

/**
 * What a payer needs to pay: amount, reference, address, link and QR, or the provider's checkout. Null until
 * the provider has said.
 */
export const presentPayIn = ({
  instruction,
  ...row
}: Omit<PayInRow, 'created_at' | 'paid_at' | 'next_try_at'>): Payment | null =>
  instruction && {
    id: row.id,
    purpose: row.purpose,
    amount_paise: row.amount_paise,
    status: row.status,
    reference: row.reference,
    payee_vpa: instruction.payee_vpa ?? null,
    payee_name: instruction.payee_name,
    upi_url: instruction.upi_url ?? null,
    opens_app: instruction.opens_app ?? true,
    takes_claims: provesByStatement(row.provider),
    ...(instruction.upi_url === undefined
      ? { qr_url: null, checkout_url: `/api/payments/${row.id}/checkout` }
      : { qr_url: `/api/payments/${row.id}/qr.svg` }),
  }

/** The address that the QR code of a pay-in holds. No token is asked: an image element cannot send one, and the payer alone was shown the id. */
export async function payInUrl({ tx }: Pick<Ctx, 'tx'>, id: string): Promise<string> {
  const payIn = await findPayIn(tx, id)
  if (!payIn?.instruction?.upi_url) throw new Refusal('not_found')
  return payIn.instruction.upi_url
}
