/**
 * The fields of every form: a label, an optional hint, and the error beside the field, read out when it is left.
 * Spread `useFields().field('name')` into one. Plain elements: a phone's own keyboard, list and autofill do the rest.
 */
import { type ReactNode, useState } from 'react'
import { withLatinDigits } from '#core/locale.ts'
import { m } from '#messages/compiled/messages.js'
import { type FieldProps, fieldId } from '#web/lib/use-fields.ts'

interface Shared extends FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly optional?: boolean
  readonly disabled?: boolean
}

interface Wiring {
  readonly id: string
  readonly 'aria-invalid': boolean | undefined
  readonly 'aria-describedby': string | undefined
}

/** For a field of another make (a date picker, a searchable list): label, hint and error around it, wired to it. */
export function FieldFrame(props: Shared & { readonly children: (wiring: Wiring) => ReactNode }) {
  const { name, label, hint, optional, error, spoken, children } = props
  const id = fieldId(name)
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {optional && <span className="muted"> ({m.ui_optional()})</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field__hint">
          {hint}
        </p>
      )}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes || undefined })}
      <FieldError id={`${id}-error`} error={error} spoken={spoken} />
    </div>
  )
}

function FieldError({ id, error, spoken }: { id: string; error: string | undefined; spoken: string }) {
  return (
    <>
      {error && (
        <p id={id} className="field__error">
          {error}
        </p>
      )}
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  )
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

interface TextProps extends Shared {
  readonly type?: 'text' | 'email' | 'tel' | 'search' | 'url' | 'password' | 'date'
  readonly inputMode?: 'numeric' | 'text' | 'tel' | 'email' | 'decimal'
  readonly autoComplete?: string
  readonly placeholder?: string
  /** What stands before the figure: "Rs". */
  readonly prefix?: string
  readonly children?: ReactNode
}

export function TextField({ children, ...props }: TextProps) {
  const { name, value, disabled, optional, onBlur, onChange, type = 'text', prefix } = props
  // the fields that take digits alone would refuse those of a keyboard in Hindi
  const takesDigits = ['numeric', 'decimal', 'tel'].includes(props.inputMode ?? '')
  return (
    <FieldFrame {...props}>
      {(wiring) => (
        <span className="input__row">
          {prefix && <span className="input__prefix">{prefix}</span>}
          <input
            {...wiring}
            className="input"
            name={name}
            type={type}
            inputMode={props.inputMode}
            autoComplete={props.autoComplete ?? 'off'}
            placeholder={props.placeholder}
            required={!optional}
            disabled={disabled}
            value={text(value)}
            onBlur={onBlur}
            onChange={({ currentTarget: { value } }) =>
              onChange(takesDigits ? withLatinDigits(value) : value)
            }
          />
          {children}
        </span>
      )}
    </FieldFrame>
  )
}

export function PasswordField(
  props: Shared & { readonly autoComplete: 'current-password' | 'new-password' },
) {
  const [shown, setShown] = useState(false)
  return (
    <TextField {...props} type={shown ? 'text' : 'password'}>
      <button
        type="button"
        className="button input__button"
        aria-label={shown ? m.ui_hide_password() : m.ui_show_password()}
        onClick={() => setShown(!shown)}
      >
        {shown ? m.ui_hide() : m.ui_show()}
      </button>
    </TextField>
  )
}

export function ProseField({ rows = 3, ...props }: Shared & { readonly rows?: number }) {
  const { name, value, disabled, optional, onBlur, onChange } = props
  return (
    <FieldFrame {...props}>
      {(wiring) => (
        <textarea
          {...wiring}
          className="input"
          name={name}
          rows={rows}
          required={!optional}
          disabled={disabled}
          value={text(value)}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}
interface SelectProps extends Shared {
  readonly options: readonly Option[]
  /** The first line, which chooses nothing. */
  readonly prompt?: string
}

export function SelectField({ options, prompt, ...props }: SelectProps) {
  const { name, value, disabled, optional, onBlur, onChange } = props
  return (
    <FieldFrame {...props}>
      {(wiring) => (
        <select
          {...wiring}
          className="input"
          name={name}
          required={!optional}
          disabled={disabled}
          value={text(value)}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {prompt && <option value="">{prompt}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

export function TickField(props: Shared) {
  const { name, value, disabled, optional, label, error, spoken, onBlur, onChange } = props
  const id = fieldId(name)
  return (
    <div className="field">
      <div className="tick">
        <input
          id={id}
          type="checkbox"
          name={name}
          required={!optional}
          disabled={disabled}
          checked={value === true}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      <FieldError id={`${id}-error`} error={error} spoken={spoken} />
    </div>
  )
}
