/** The date of completion: a field that opens a dialog with a calendar and a time, both Indian (spec §5). */
import { useEffect, useState } from 'react'
import { DAY_MS, parseMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { ruleText } from '#messages/rule-text.ts'
import { inDays, shortMoment } from '#web/lib/format.ts'
import { locale } from '#web/lib/locale.ts'
import type { FieldProps } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { dateTimeIn, formatDateTime, parseDateTime, TimeSelects } from './date-time.tsx'

/** The largest part of the form: fetched while the step with this field is being filled in. */
const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazyWithRetry(async () => (await loadCalendar()).Calendar, { bars: 6 })

export function DateField(field: FieldProps) {
  const [isOpen, setOpen] = useState(false)
  const value = String(field.value ?? '')
  const shown = value || m.offer_date_placeholder()
  useEffect(() => {
    loadCalendar().catch(() => undefined)
  }, [])
  const close = () => {
    setOpen(false)
    field.onBlur()
  }
  return (
    <>
      {/* A button cannot be `invalid`: the error beside it says it. */}
      <FieldFrame {...field} label={m.offer_date()} hint={m.offer_date_hint()}>
        {({ 'aria-invalid': _, ...wiring }) => (
          <button
            {...wiring}
            type="button"
            className={value ? 'input date-button' : 'input date-button date-button--empty'}
            aria-haspopup="dialog"
            aria-label={`${m.offer_date()}: ${shown}`}
            onClick={() => setOpen(true)}
          >
            {shown}
          </button>
        )}
      </FieldFrame>
      <DateChips value={value} onChoose={field.onChange} />
      <Dialog opened={isOpen} onClose={close} title={m.offer_date()}>
        <DateTimeChoice
          value={value}
          onChoose={(chosen) => {
            field.onChange(chosen)
            close()
          }}
        />
      </Dialog>
    </>
  )
}

const SPANS = [3, 7, 14, 30] as const

/** What most people mean, in one tap: so many days from now, at six in the evening. */
function DateChips({ value, onChoose }: DateTimeChoiceProps) {
  const at = parseMoment(value)
  return (
    <>
      <fieldset className="chips" aria-label={m.offer_date_chips()}>
        {SPANS.map((days) => {
          const chip = dateTimeIn(days, Date.now())
          return (
            <Button key={days} aria-pressed={chip === value} onClick={() => onChoose(chip)}>
              {inDays(days * DAY_MS)}
            </Button>
          )
        })}
      </fieldset>
      {at !== null && <p className="field__words">{shortMoment(at)}</p>}
    </>
  )
}

interface DateTimeChoiceProps {
  readonly value: string
  readonly onChoose: (value: string) => void
}
function DateTimeChoice({ value, onChoose }: DateTimeChoiceProps) {
  const [parts, setParts] = useState(() => parseDateTime(value))
  const chosen = formatDateTime(parts)
  const at = parseMoment(chosen)
  const isPast = at !== null && at <= Date.now()
  return (
    <>
      <Calendar day={parts.day} onDay={(day) => setParts({ ...parts, day })} />
      <TimeSelects parts={parts} onChange={setParts} />
      <p className="field__error" role="status">
        {isPast ? ruleText('date_past', locale()) : ''}
      </p>
      <Button kind="next" wide disabled={at === null || isPast} onClick={() => onChoose(chosen)}>
        {m.offer_date_done()}
      </Button>
    </>
  )
}
