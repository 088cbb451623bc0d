/** Date and time as the form holds them, `yyyy/MM/dd HH:mm` in Indian time, and the parts they are chosen by. */
import { DAY_MS, istDay } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'

export interface DateTimeParts {
  /** `yyyy-MM-dd`, as the calendar has it; empty until one is chosen. */
  readonly day: string
  readonly hour: string
  readonly minute: string
}

/** 18:00, since a day alone would mean midnight, which has passed for today. */
const EMPTY: DateTimeParts = { day: '', hour: '18', minute: '00' }

export function parseDateTime(value: string): DateTimeParts {
  const [, year, month, date, hour = '', minute = ''] =
    /^(\d{4})\/(\d{2})\/(\d{2}) (\d{2}):(\d{2})$/.exec(value) ?? []
  return year ? { day: `${year}-${month}-${date}`, hour, minute } : EMPTY
}

export const formatDateTime = ({ day, hour, minute }: DateTimeParts): string =>
  day === '' ? '' : `${day.replaceAll('-', '/')} ${hour}:${minute}`

/** So many days after today in India, at the hour that a day alone means. */
export const dateTimeIn = (days: number, now: number): string =>
  formatDateTime({ ...EMPTY, day: istDay(now + days * DAY_MS) })

const twoDigits = (value: number): string => String(value).padStart(2, '0')
const HOURS = Array.from({ length: 24 }, (_, hour) => twoDigits(hour))
const MINUTES = Array.from({ length: 12 }, (_, step) => twoDigits(step * 5))

interface TimeSelectsProps {
  readonly parts: DateTimeParts
  readonly onChange: (parts: DateTimeParts) => void
}

/** The phone's own lists: 24 hours, minutes in steps of five. */
export function TimeSelects({ parts, onChange }: TimeSelectsProps) {
  return (
    <div className="time-selects">
      <TimeSelect
        label={m.offer_date_hour()}
        value={parts.hour}
        options={HOURS}
        onPick={(hour) => onChange({ ...parts, hour })}
      />
      <TimeSelect
        label={m.offer_date_minute()}
        value={parts.minute}
        options={MINUTES}
        onPick={(minute) => onChange({ ...parts, minute })}
      />
    </div>
  )
}

interface TimeSelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  readonly onPick: (value: string) => void
}
function TimeSelect({ label, value, options, onPick }: TimeSelectProps) {
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
