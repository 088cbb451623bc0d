/** Mantine's calendar in our dialog; days that have passed in India cannot be chosen. */
import '@mantine/core/styles/UnstyledButton.css'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/hi'
import { istDay } from '../../../../core/time.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { locale } from '../../../lib/locale.ts'
import { Mantine } from '../../../ui/mantine.tsx'

interface CalendarProps {
  /** `yyyy-MM-dd`, or nothing chosen yet. */
  readonly day: string
  readonly onDay: (day: string) => void
}

const labels = () => ({
  previousMonth: m.offer_date_previous_month(),
  nextMonth: m.offer_date_next_month(),
  previousYear: m.offer_date_previous_year(),
  nextYear: m.offer_date_next_year(),
  previousDecade: m.offer_date_previous_decade(),
  nextDecade: m.offer_date_next_decade(),
  monthLevelControl: m.offer_date_choose_month(),
  yearLevelControl: m.offer_date_choose_year(),
})

export function Calendar({ day, onDay }: CalendarProps) {
  return (
    <Mantine>
      <DatePicker
        className="calendar"
        size="md"
        fullWidth
        withCellSpacing={false}
        locale={locale()}
        minDate={istDay(Date.now())}
        hideOutsideDates
        // Red means a stop here, and a Sunday is none.
        weekendDays={[]}
        firstDayOfWeek={1}
        ariaLabels={labels()}
        value={day || null}
        {...(day ? { defaultDate: day } : {})}
        onChange={(picked) => picked && onDay(picked)}
      />
    </Mantine>
  )
}
