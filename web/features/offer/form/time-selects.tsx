import { m } from '../../../../messages/compiled/messages.js'
import type { Parts } from './wall-clock.ts'

const two = (value: number): string => String(value).padStart(2, '0')
const HOURS = Array.from({ length: 24 }, (_, hour) => two(hour))
const MINUTES = Array.from({ length: 12 }, (_, step) => two(step * 5))

interface TimeSelectsProps {
  readonly parts: Parts
  readonly onChange: (parts: Parts) => void
}

/** Hours of 24 and minutes by five: the phone's own lists. */
export function TimeSelects({ parts, onChange }: TimeSelectsProps) {
  return (
    <div className="times">
      <Pick
        label={m.offer_date_hour()}
        value={parts.hour}
        options={HOURS}
        onPick={(hour) => onChange({ ...parts, hour })}
      />
      <Pick
        label={m.offer_date_minute()}
        value={parts.minute}
        options={MINUTES}
        onPick={(minute) => onChange({ ...parts, minute })}
      />
    </div>
  )
}

interface PickProps {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  readonly onPick: (value: string) => void
}
function Pick({ label, value, options, onPick }: PickProps) {
  return (
    <label>
      <span className="field__label">{label}</span>
      <select className="input" value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}
