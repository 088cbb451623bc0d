/** To be typed into an app that is opened by hand: each value with its copy button. */
import type { Payment } from '#core/contract/payments.ts'
import { m } from '#messages/compiled/messages.js'
import { CopyButton } from '#web/ui/copy-button.tsx'

interface PayRowsProps {
  readonly payment: Payment
  readonly amount: string
}

export function PayRows({ payment, amount }: PayRowsProps) {
  const rows = [
    [m.deal_pay_amount(), amount, String(payment.amount_paise / 100)],
    [m.deal_pay_payee(), payment.payee_name, payment.payee_name],
    // in the provider's checkout there is nothing to type
    ...(payment.payee_vpa === null
      ? []
      : ([
          [m.deal_pay_vpa(), payment.payee_vpa, payment.payee_vpa],
          [m.deal_pay_reference(), payment.reference, payment.reference],
        ] as const)),
  ] as const
  return (
    <dl className="pay__rows">
      {rows.map(([label, shown, copied]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="deal__number">{shown}</span>
            <CopyButton text={copied} what={label} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
