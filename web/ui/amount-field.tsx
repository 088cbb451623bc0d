/** Whole rupees: grouped while they are typed, and said in words below, where a nought too many is noticed. */
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { rupeesInWords } from '#core/amount-in-words.ts'
import { amountField } from '#core/fields.ts'
import { withLatinDigits } from '#core/locale.ts'
import { caretAfter, groupDigits, ungroupDigits } from '#web/lib/amount-text.ts'
import { locale } from '#web/lib/locale.ts'
import type { FieldProps } from '#web/lib/use-fields.ts'
import { FieldFrame } from './field.tsx'

interface AmountFieldProps extends FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

export function AmountField(props: AmountFieldProps) {
  const value = String(props.value ?? '')
  const { ref, onChange } = useCaret(groupDigits(value), props.onChange)
  const amount = amountField.safeParse(value)
  return (
    <FieldFrame {...props}>
      {(wiring) => (
        <>
          <span className="input__row">
            <span className="input__prefix">₹</span>
            <input
              {...wiring}
              ref={ref}
              className="input"
              name={props.name}
              inputMode="numeric"
              autoComplete="off"
              required
              value={groupDigits(value)}
              onBlur={props.onBlur}
              onChange={onChange}
            />
          </span>
          {amount.success && <p className="field__words">{rupeesInWords(amount.data, locale())}</p>}
        </>
      )}
    </FieldFrame>
  )
}

/** A comma that comes or goes must not move the caret: it stays behind the digit it stood behind. */
function useCaret(shown: string, onValue: (value: string) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const digits = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (digits.current === null) return
    const at = caretAfter(shown, digits.current)
    digits.current = null
    ref.current?.setSelectionRange(at, at)
  })
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const left = input.value.slice(0, input.selectionStart ?? input.value.length)
    digits.current = withLatinDigits(left).replace(/\D/g, '').length
    onValue(ungroupDigits(input.value))
  }
  return { ref, onChange }
}
