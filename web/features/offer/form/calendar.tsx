/** The calendar inside the date dialog. Days that have passed in India cannot be chosen. */
import { type ChangeEvent, useMemo } from 'react'
import { DayPicker, type DropdownProps, type Formatters, type Labels } from 'react-day-picker'
import { istDay } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { locale } from '#web/lib/locale.ts'
import './calendar.css'

interface CalendarProps {
  /** `yyyy-MM-dd`, or empty while nothing is chosen. */
  readonly day: string
  readonly onDay: (day: string) => void
}

const YEARS_AHEAD = 10

export function Calendar({ day, onDay }: CalendarProps) {
  const today = dateOf(istDay(Date.now()))
  const selected = day ? dateOf(day) : undefined
  const words = useMemo(calendarWords, [])
  return (
    <DayPicker
      mode="single"
      required
      className="calendar"
      classNames={CLASS_NAMES}
      components={{ Dropdown }}
      captionLayout="dropdown"
      navLayout="around"
      weekStartsOn={0}
      today={today}
      startMonth={today}
      endMonth={new Date(today.getFullYear() + YEARS_AHEAD, 11)}
      disabled={{ before: today }}
      defaultMonth={selected ?? today}
      selected={selected}
      onSelect={(date) => onDay(dayOf(date))}
      {...words}
    />
  )
}

/** The library counts in local dates: only year, month and day of them are used, so the device's zone does not matter. */
const dateOf = (day: string): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** The browser's own month and day names: a locale of the library's would be 3 KB for each language. */
function calendarWords(): { formatters: Partial<Formatters>; labels: Partial<Labels> } {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(`${locale()}-IN`, options)
    return (date: Date) => format(date)
  }
  const month = format({ month: 'long' })
  const monthAndYear = format({ month: 'long', year: 'numeric' })
  return {
    formatters: {
      formatCaption: monthAndYear,
      formatMonthDropdown: month,
      formatWeekdayName: format({ weekday: 'short' }),
    },
    labels: {
      labelDayButton: format({ day: 'numeric', month: 'long', year: 'numeric' }),
      labelGrid: monthAndYear,
      labelWeekday: format({ weekday: 'long' }),
      labelPrevious: () => m.offer_date_previous_month(),
      labelNext: () => m.offer_date_next_month(),
      labelMonthDropdown: () => m.offer_date_choose_month(),
      labelYearDropdown: () => m.offer_date_choose_year(),
    },
  }
}

/** The phone's own list, as everywhere in the form; the library draws a label over an invisible one. */
function Dropdown({ options = [], value, onChange, 'aria-label': label }: DropdownProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => onChange?.(event)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

const CLASS_NAMES = {
  month: 'calendar__month',
  month_caption: 'calendar__caption',
  dropdowns: 'calendar__dropdowns',
  button_previous: 'button button--quiet calendar__step',
  button_next: 'button button--quiet calendar__step',
  chevron: 'calendar__chevron',
  month_grid: 'calendar__grid',
  weekday: 'calendar__weekday',
  day: 'calendar__day',
  day_button: 'calendar__button',
  selected: 'calendar__day--selected',
  disabled: 'calendar__day--disabled',
  today: 'calendar__day--today',
} as const
