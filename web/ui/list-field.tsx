/** Deliverables with their numbers, a line each. */
import { m } from '#messages/compiled/messages.js'
import type { FieldProps } from '#web/lib/use-fields.ts'
import { fieldId } from '#web/lib/use-fields.ts'
import { Button } from './button.tsx'
import './list-field.css'

interface ListLine {
  readonly item: string
  readonly count: string | number
}
const EMPTY: ListLine = { item: '', count: '1' }

export function ListField({ name, value, error, spoken, onChange, onBlur }: FieldProps) {
  const lines = (Array.isArray(value) ? value : []) as readonly ListLine[]
  const change = (at: number, part: Partial<ListLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  return (
    <fieldset className="field list-field" id={fieldId(name)} onBlur={onBlur}>
      <legend className="field__label">
        {m.item_list()} <span className="muted">({m.ui_optional()})</span>
      </legend>
      <p className="field__hint">{m.item_list_hint()}</p>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name, and its text changes
        <div key={at} className="list-field__line">
          <input
            className="input list-field__count"
            inputMode="numeric"
            aria-label={m.item_list_count({ number: String(at + 1) })}
            value={line.count}
            onChange={(event) => change(at, { count: event.currentTarget.value })}
          />
          <input
            className="input"
            aria-label={m.item_list_what({ number: String(at + 1) })}
            value={line.item}
            onChange={(event) => change(at, { item: event.currentTarget.value })}
          />
          <Button
            kind="quiet"
            aria-label={m.item_list_remove({ number: String(at + 1) })}
            onClick={() => onChange(lines.filter((_, index) => index !== at))}
          >
            ×
          </Button>
        </div>
      ))}
      {error && <p className="field__error">{error}</p>}
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
      <Button onClick={() => onChange([...lines, EMPTY])}>{m.item_list_add()}</Button>
    </fieldset>
  )
}
