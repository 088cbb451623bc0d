/**
 * Paying to the operator's own UPI id: nobody reports such a payment, so its payer says when they have made it. Leads with
 * what works on the device at hand: a phone opens its app, a desktop shows the code to scan.
 */
import { type FormEvent, useEffect, useState } from 'react'
import { type Deal, getDeal } from '#core/contract/deals.ts'
import { claimPayment } from '#core/contract/payment-claim.ts'
import type { Payment } from '#core/contract/payments.ts'
import { formatPaiseShort } from '#core/money.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts'
import { utrProblems } from '#core/upi.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { relativeTime } from '#web/lib/format.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Moment } from '#web/ui/values.tsx'
import { OwnClaim } from './claim-note.tsx'
import { PayRows } from './pay-rows.tsx'

interface UpiPaymentProps {
  readonly deal: Deal
  readonly payment: Payment
}

export function UpiPayment({ deal, payment }: UpiPaymentProps) {
  const claim = deal.payment_claim
  if (claim?.state === 'checking')
    return (
      <>
        <OwnClaim claim={claim} />
        <details className="pay__other">
          <summary>{m.deal_claim_other()}</summary>
          <ClaimForm deal={deal} />
        </details>
        {/* open, it would look as if it had to be paid once more */}
        <details className="pay__other">
          <summary>{m.deal_pay_again()}</summary>
          <Ways deal={deal} payment={payment} />
        </details>
      </>
    )
  return (
    <>
      {claim && <OwnClaim claim={claim} />}
      <Ways deal={deal} payment={payment} />
      <section className="pay__claim" aria-labelledby="deal-claim">
        <h3 id="deal-claim">{m.deal_claim_title()}</h3>
        <p>{m.deal_claim_about()}</p>
        <ClaimForm deal={deal} />
      </section>
    </>
  )
}

function Ways({ deal, payment }: UpiPaymentProps) {
  const amount = formatPaiseShort(payment.amount_paise)
  return (
    <>
      {deal.due_at && <TimeLeft key={deal.now} due={Date.parse(deal.due_at)} now={Date.parse(deal.now)} />}
      <div className="pay__ways pay__ways--upi">
        <figure className="pay__qr">
          <img src={payment.qr_url ?? undefined} width="220" height="220" alt={m.deal_pay_qr({ amount })} />
          <figcaption>{m.deal_pay_scan_phone()}</figcaption>
        </figure>
        <div className="pay__app">
          {payment.opens_app ? (
            <a className="button button--next button--wide pay__open" href={payment.upi_url ?? undefined}>
              {m.deal_pay_app({ amount })}
            </a>
          ) : (
            <p>{m.deal_pay_copy()}</p>
          )}
          <PayRows payment={payment} amount={amount} />
        </div>
      </div>
    </>
  )
}

/** By the server's clock, whatever this device's says. Mounted anew with each answer of the server. */
function TimeLeft({ due, now }: { due: number; now: number }) {
  const [passedMs, setPassed] = useState(0)
  useEffect(() => {
    const start = performance.now()
    const timer = setInterval(() => setPassed(performance.now() - start), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  const leftMs = due - now - passedMs
  if (leftMs <= 0) return <p>{m.deal_pay_over()}</p>
  return (
    <p className="pay__until">
      {m.deal_pay_until()} <Moment at={due} /> {/* a screen reader would read it out each second */}
      <span className="muted" aria-hidden="true">
        ({leftMs >= 48 * HOUR_MS ? relativeTime(due, now) : m.deal_pay_left({ time: clockText(leftMs) })})
      </span>
    </p>
  )
}

/** 47:59:08 */
function clockText(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / HOUR_MS)}:${two((ms % HOUR_MS) / MINUTE_MS)}:${two((ms % MINUTE_MS) / SECOND_MS)}`
}

const RULES = { utr: utrProblems }

function ClaimForm({ deal }: { deal: Deal }) {
  const { field, values, attempt, showErrors } = useFields({ utr: '' }, RULES)
  const claim = useApiMutation(claimPayment, { refresh: [getDeal] })
  const [isPlaced, setPlaced] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { params: { form_pk: deal.form_pk }, body: { utr: values.utr } }
    attempt(() => claim.mutate(input, { onError: (error) => setPlaced(showErrors(error)) }))
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        {...field('utr')}
        label={m.deal_claim_utr()}
        hint={m.deal_claim_utr_hint()}
        inputMode="numeric"
      />
      {claim.isError && !isPlaced && <ErrorNotice message={errorWords(claim.error)} />}
      <Button type="submit" busy={claim.isPending}>
        {m.deal_claim_do()}
      </Button>
    </form>
  )
}
