/** Paying in: what is due now, to whom, under which reference; held only when the bank says so. */
import { useEffect, useRef } from 'react'
import type { Deal, Payment } from '../../../../core/contract/deals.ts'
import { formatPaiseShort } from '../../../../core/money.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { SANDBOX, siteName } from '../../../lib/site.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SandboxPlay } from './sandbox-play.tsx'

export function PayPanel({ deal }: { deal: Deal }) {
  const { to_pay, payment } = deal
  const panel = useShown(payment?.id)
  if (!to_pay) return null
  const isFee = to_pay.purpose === 'fee'
  return (
    <section ref={panel} tabIndex={-1} className="deal__part pay" aria-labelledby="deal-pay">
      <h2 id="deal-pay">{isFee ? m.deal_pay_fee_title() : m.deal_pay_title()}</h2>
      {isFee && <p>{m.deal_pay_fee_about()}</p>}
      <p>{m.deal_pay_before({ name: siteName() })}</p>
      {payment && <Details payment={payment} />}
    </section>
  )
}

/** Brings what was just asked for before the reader's eyes; what was there when the page came stays where it is. */
function useShown(id: string | undefined) {
  const panel = useRef<HTMLElement>(null)
  const before = useRef(id)
  useEffect(() => {
    if (id !== undefined && before.current === undefined) panel.current?.focus()
    before.current = id
  }, [id])
  return panel
}

function Details({ payment }: { payment: Payment }) {
  const amount = formatPaiseShort(payment.amount_paise)
  return (
    <>
      <div className="pay__ways">
        <div className="pay__app">
          <a className="button button--next button--wide" href={payment.checkout_url ?? payment.upi_url}>
            {m.deal_pay_app({ amount })}
          </a>
          <PayRows payment={payment} amount={amount} />
        </div>
        <figure className="pay__qr">
          <img src={payment.qr_url} width="220" height="220" alt={m.deal_pay_qr({ amount })} />
          <figcaption>{m.deal_pay_scan()}</figcaption>
        </figure>
      </div>
      <Notice kind="plain" title={m.deal_pay_waiting()}>
        <p>{m.deal_pay_only_bank({ name: siteName() })}</p>
      </Notice>
      {SANDBOX && <SandboxPlay payment={payment} />}
    </>
  )
}

/** For an app that is opened by hand: everything to type, each with its button. */
function PayRows({ payment, amount }: { payment: Payment; amount: string }) {
  const rows = [
    [m.deal_pay_amount(), amount, String(payment.amount_paise / 100)],
    [m.deal_pay_payee(), payment.payee_name, payment.payee_name],
    [m.deal_pay_vpa(), payment.payee_vpa, payment.payee_vpa],
    [m.deal_pay_reference(), payment.reference, payment.reference],
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
