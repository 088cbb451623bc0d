import type { Payment } from '#core/contract/deals.ts'
import { Refusal } from '#core/errors.ts'
import { upiLink } from '#core/upi.ts'
import { findPayIn, type PayInRow } from '#server/repositories/payments.ts'
import type { AppSettings, Ctx } from '#server/services/context.ts'

/** What a payer needs to pay: amount, reference, address, link and QR (india.md §1.5). */
export const presentPayIn = (
  settings: AppSettings,
  row: Omit<PayInRow, 'created_at' | 'paid_at'>,
): Payment => ({
  id: row.id,
  purpose: row.purpose,
  amount_paise: row.amount_paise,
  status: row.status,
  reference: row.reference,
  payee_vpa: settings.payeeVpa,
  payee_name: settings.payeeName,
  upi_url: upiLink({
    payeeVpa: settings.payeeVpa,
    payeeName: settings.payeeName,
    reference: row.reference,
    amountPaise: row.amount_paise,
  }),
  qr_url: `/api/payments/${row.id}/qr.svg`,
})

/** The address that the QR code of a pay-in holds. No token is asked: an image element cannot send one, and the payer alone was shown the id. */
export async function payInUrl(ctx: Ctx, id: string): Promise<string> {
  const payIn = await findPayIn(ctx.tx, id)
  if (!payIn) throw new Refusal('not_found')
  return presentPayIn(ctx.settings, payIn).upi_url
}
