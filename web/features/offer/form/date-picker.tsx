import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/ActionIcon.css'
import { DateTimePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/hi'
import { m } from '../../../../messages/compiled/messages.js'
import { locale } from '../../../lib/locale.ts'
import { Mantine } from '../../../ui/mantine.tsx'
import { fromCalendar, toCalendar, wallClock } from './wall-clock.ts'

interface DatePickerProps {
  readonly id: string
  readonly 'aria-invalid': boolean | undefined
  readonly 'aria-describedby': string | undefined
  readonly value: string
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
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

/** Indian wall-clock time, `yyyy/MM/dd HH:mm`, nothing that has passed. In a dialog: it fits the smallest phone. */
export function DatePicker({ value, onChange, ...rest }: DatePickerProps) {
  return (
    <Mantine>
      <DateTimePicker
        {...rest}
        size="md"
        dropdownType="modal"
        modalProps={{
          title: m.offer_date(),
          withCloseButton: true,
          closeButtonProps: { 'aria-label': m.ui_close() },
          // Mantine draws a <header> outside of the page's main, which would be a second banner.
          attributes: { header: { role: 'presentation' } },
        }}
        locale={locale()}
        valueFormat="YYYY/MM/DD HH:mm"
        placeholder={m.offer_date_placeholder()}
        minDate={wallClock(Date.now())}
        // A day alone would be midnight, which today has passed.
        defaultTimeValue="18:00"
        hideOutsideDates
        // Red means a stop here, and a Sunday is none.
        weekendDays={[]}
        firstDayOfWeek={1}
        ariaLabels={labels()}
        timePickerProps={{
          hoursInputLabel: m.offer_date_hour(),
          minutesInputLabel: m.offer_date_minute(),
        }}
        submitButtonProps={{ 'aria-label': m.offer_date_done() }}
        value={toCalendar(value)}
        onChange={(picked) => onChange(fromCalendar(picked))}
      />
    </Mantine>
  )
}
