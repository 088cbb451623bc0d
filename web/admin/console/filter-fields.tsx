/** What a grid is narrowed by; each stands in its address. */
import { m } from '#messages/compiled/messages.js'
import type { GridView } from './grid-view.ts'

interface FilterChoice {
  readonly value: string
  readonly label: string
}

interface ChoiceFieldProps {
  readonly view: GridView
  readonly name: string
  readonly label: string
  readonly choices: readonly FilterChoice[]
}

export const ChoiceField = ({ view, name, label, choices }: ChoiceFieldProps) => (
  <label>
    <span className="field__label">{label}</span>
    <select
      className="input"
      value={view.filter[name] ?? ''}
      onChange={(event) => view.set({ [name]: event.currentTarget.value })}
    >
      <option value="">{m.inbox_all()}</option>
      {choices.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

interface ValueFieldProps {
  readonly view: GridView
  readonly name: string
  readonly label: string
  readonly type: 'date' | 'number' | 'text'
}

/** Taken when it is left or Enter is pressed: half a date is no filter. */
export const ValueField = ({ view, name, label, type }: ValueFieldProps) => (
  <label>
    <span className="field__label">{label}</span>
    <input
      key={view.filter[name] ?? ''}
      className="input"
      type={type}
      min={type === 'number' ? 0 : undefined}
      defaultValue={view.filter[name] ?? ''}
      onBlur={({ currentTarget }) => {
        const { validity } = currentTarget
        const value = currentTarget.value.trim()
        if (validity.valid && value !== (view.filter[name] ?? '')) view.set({ [name]: value })
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  </label>
)
