import type { Payment } from '#core/contract/deals.ts'
import { upiLink } from '#core/upi.ts'
import type { PayInRow } from '#server/repositories/payments.ts'
import type { AppSettings } from '#server/services/context.ts'

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
