/** Paying in: the button that opens a pay-in, then its amount, payee and reference. Held only when the bank confirms. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Deal, getDeal, payDeal } from '#core/contract/deals.ts'
import type { Payment } from '#core/contract/payments.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { notYetWords } from '#web/features/deals/words/no-answer-yet.ts'
import { nameOf, otherSide } from '#web/features/deals/words/people.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { locale } from '#web/lib/locale.ts'
import { keyOf, useApiMutation } from '#web/lib/queries.ts'
import { SANDBOX, siteName } from '#web/lib/site.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { VerifyFirst } from '#web/ui/verify-first.tsx'
import './pay.css'
import { PayRows } from './pay-rows.tsx'

// practice alone plays the bank
const SandboxOutcomes = lazyWithRetry(async () => (await import('./sandbox-outcomes.tsx')).SandboxOutcomes, {
  bars: 2,
})
const UpiPayment = lazyWithRetry(async () => (await import('./upi-payment.tsx')).UpiPayment, { bars: 6 })

export function PayPanel({ deal }: { deal: Deal }) {
  const { to_pay, payment } = deal
  const panel = useFocusWhenOpened(payment?.id)
  const hasFailed = useFailedPayment(deal)
  if (!to_pay) return null
  const isFee = to_pay.purpose === 'fee'
  const notYet = isFee ? notYetWords(deal) : ''
  return (
    <section ref={panel} tabIndex={-1} className="deal__section pay" aria-labelledby="deal-pay">
      <h2 id="deal-pay">{isFee ? m.deal_pay_fee_title() : m.deal_pay_title()}</h2>
      {notYet && <p>{notYet}</p>}
      {/* a fee is never the other side's: it comes back, or is kept */}
      <p>
        {isFee
          ? m.deal_pay_fee_about()
          : m.deal_pay_before({ name: siteName(), other: nameOf(deal, otherSide(deal)) })}
      </p>
      {hasFailed && (
        <Notice kind="stop" title={m.deal_pay_failed()} live>
          <p>{m.deal_pay_failed_text()}</p>
        </Notice>
      )}
      {payment &&
        (payment.takes_claims ? (
          <UpiPayment deal={deal} payment={payment} />
        ) : (
          <PaymentDetails payment={payment} />
        ))}
    </section>
  )
}

/** Moves the focus to a pay-in that was just opened, not to one that was there when the page was loaded. */
function useFocusWhenOpened(id: string | undefined) {
  const panel = useRef<HTMLElement>(null)
  const previous = useRef(id)
  useEffect(() => {
    if (id !== undefined && previous.current === undefined) panel.current?.focus()
    previous.current = id
  }, [id])
  return panel
}

/** What was open here is open no more, and is due all the same. */
function useFailedPayment({ to_pay, payment }: Deal): boolean {
  const purpose = to_pay?.purpose
  const [openedFor, setOpenedFor] = useState(payment ? purpose : undefined)
  if (payment && purpose !== openedFor) setOpenedFor(purpose)
  return purpose !== undefined && purpose === openedFor && payment === null
}

function PaymentDetails({ payment }: { payment: Payment }) {
  const amount = formatPaiseShort(payment.amount_paise)
  return (
    <>
      <div className="pay__ways">
        <div className="pay__app">
          <a
            className="button button--next button--wide"
            href={payment.upi_url ?? `${payment.checkout_url}?locale=${locale()}`}
          >
            {payment.upi_url ? m.deal_pay_app({ amount }) : m.checkout_pay({ amount })}
          </a>
          <PayRows payment={payment} amount={amount} />
        </div>
        {payment.qr_url && (
          <figure className="pay__qr">
            <img src={payment.qr_url} width="220" height="220" alt={m.deal_pay_qr({ amount })} />
            <figcaption>{m.deal_pay_scan()}</figcaption>
          </figure>
        )}
      </div>
      <Notice kind="plain" title={m.deal_pay_after()}>
        <p>{m.deal_pay_only_bank({ name: siteName() })}</p>
      </Notice>
      {SANDBOX && <SandboxOutcomes payment={payment} />}
    </>
  )
}

/** Asks the server for a pay-in of what this user owes. */
export function PayButton({ deal }: { deal: Deal }) {
  const client = useQueryClient()
  const pay = useApiMutation(payDeal, { refresh: [getDeal] })
  if (!deal.to_pay || deal.payment) return null
  const params = { form_pk: deal.form_pk }
  const amount = formatPaiseShort(deal.to_pay.amount_paise)
  const onError = () => client.invalidateQueries({ queryKey: keyOf(getDeal, { params }) })
  return (
    <>
      {pay.isError && <ErrorNotice message={errorWords(pay.error)} />}
      <VerifyFirst error={pay.error} />
      <Button
        kind="next"
        wide
        busy={pay.isPending}
        onClick={() => pay.mutate({ params, body: {} }, { onError })}
      >
        {deal.to_pay.purpose === 'fee'
          ? m.deal_pay_fee_open({ amount })
          : m.deal_pay_open({ amount, name: siteName() })}
      </Button>
    </>
  )
}
