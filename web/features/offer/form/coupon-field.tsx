/** A coupon: asked of the server, then fixed. What is sent with the offer is the coupon's id (spec §3). */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { COUPON_APPLIED, coupons, useCoupon as useCouponCall } from '#core/contract/transactions.ts'
import { m } from '#messages/compiled/messages.js'
import { call } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { type FieldProps, fieldId } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast, toastError } from '#web/ui/toasts.tsx'

interface CouponFieldProps {
  readonly field: FieldProps
  readonly isApplied: boolean
  readonly onApplied: (coupon: { id: string; code: string }) => void
  readonly onRemoved: () => void
}

export function CouponField({ field, isApplied, onApplied, onRemoved }: CouponFieldProps) {
  const [refused, setRefused] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const code = String(field.value ?? '')
    .trim()
    .toUpperCase()
  const apply = async () => {
    setAsking(true)
    try {
      const { text, coupon } = await ask(code)
      toast(text, coupon ? 'plain' : 'stop')
      if (coupon) onApplied(coupon)
      else setRefused(text)
    } catch (error) {
      toastError(error)
      setRefused(errorWords(error))
    } finally {
      setAsking(false)
    }
    document.getElementById(fieldId(field.name))?.focus()
  }
  const remove = () => {
    // this button goes with the coupon: the focus would be lost with it
    flushSync(onRemoved)
    document.getElementById(fieldId(field.name))?.focus()
  }
  const change = (value: unknown) => {
    setRefused(undefined)
    field.onChange(value)
  }
  return (
    <div className="coupon">
      <TextField
        {...field}
        onChange={change}
        error={refused ?? field.error}
        spoken={refused ?? field.spoken}
        label={m.offer_coupon()}
        optional
        disabled={isApplied}
      />
      <Button
        className="coupon__apply"
        onClick={() => void apply()}
        disabled={isApplied || code === ''}
        busy={isAsking}
      >
        {isApplied ? m.offer_coupon_done() : m.offer_coupon_apply()}
      </Button>
      {isApplied && (
        <Button kind="quiet" className="coupon__apply" onClick={remove}>
          {m.offer_coupon_remove()}
        </Button>
      )}
    </div>
  )
}

/** The server's words, and the coupon when they are a yes. */
async function ask(code: string) {
  const answer = await call(useCouponCall, { query: { coupon_code: code } })
  if (answer !== COUPON_APPLIED) return { text: answer, coupon: undefined }
  const coupon = (await call(coupons, { query: { coupon_code: code } })).at(0)
  return coupon ? { text: m.coupon_applied(), coupon } : { text: m.offer_coupon_none(), coupon: undefined }
}
