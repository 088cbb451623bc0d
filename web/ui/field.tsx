/**
 * The fields of every form: a label, an optional hint, and the error beside the field, read out when it is left.
 * Spread `useFields().field('name')` into one.
 */
import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '../../messages/compiled/messages.js'
import type { FieldProps } from '../lib/use-fields.ts'

interface Shared extends FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly optional?: boolean
  readonly disabled?: boolean
}
interface TextProps extends Shared {
  readonly type?: 'text' | 'email' | 'tel' | 'search' | 'url'
  readonly inputMode?: 'numeric' | 'text' | 'tel' | 'email' | 'decimal'
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly leftSection?: ReactNode
  readonly rightSection?: ReactNode
}

/** Said once, when the field is left; the error itself is tied to the field by aria-describedby. */
const Spoken = ({ text }: { text: string }) => (
  <span className="unseen" role="status">
    {text}
  </span>
)

function inputProps({ spoken: _, hint, optional, label, ...rest }: Shared) {
  return {
    ...rest,
    id: `field-${rest.name}`,
    label: (
      <>
        {label}
        {optional && <span className="soft"> ({m.ui_optional()})</span>}
      </>
    ),
    description: hint,
    required: !optional,
    withAsterisk: false,
    size: 'md' as const,
    inputWrapperOrder: ['label', 'description', 'input', 'error'] as (
      | 'label'
      | 'description'
      | 'input'
      | 'error'
    )[],
  }
}

export function TextField(props: TextProps) {
  return (
    <div className="field">
      <TextInput {...inputProps(props)} autoComplete={props.autoComplete ?? 'off'} />
      <Spoken text={props.spoken} />
    </div>
  )
}

export function PasswordField(
  props: Shared & { readonly autoComplete: 'current-password' | 'new-password' },
) {
  return (
    <div className="field">
      <PasswordInput
        {...inputProps(props)}
        visibilityToggleButtonProps={{ 'aria-label': m.ui_show_password() }}
      />
      <Spoken text={props.spoken} />
    </div>
  )
}

export function ProseField(props: Shared & { readonly maxLength?: number; readonly rows?: number }) {
  const { rows = 3, ...rest } = props
  return (
    <div className="field">
      <Textarea {...inputProps(rest)} autosize minRows={rows} />
      <Spoken text={props.spoken} />
    </div>
  )
}

interface SelectProps extends Shared {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[]
  /** The first line, which chooses nothing. */
  readonly prompt?: string
}
/** The phone's own list: large, familiar, and works without a script of ours. */
export function SelectField({ options, prompt, ...props }: SelectProps) {
  return (
    <div className="field">
      <NativeSelect
        {...inputProps(props)}
        data={[...(prompt ? [{ value: '', label: prompt }] : []), ...options]}
      />
      <Spoken text={props.spoken} />
    </div>
  )
}

/** `field(name)` of a boolean: Mantine reads `checked`, so the value is handed over as that. */
export function TickField({ value, ...props }: Shared & { readonly value?: unknown }) {
  const { label, disabled, error, name, onChange, onBlur } = props
  return (
    <div className="field">
      <Checkbox
        id={`field-${name}`}
        name={name}
        label={label}
        checked={value === true}
        error={error}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.checked)}
        size="md"
      />
      <Spoken text={props.spoken} />
    </div>
  )
}
