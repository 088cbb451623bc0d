/** The date of completion: a field that opens a dialog with a calendar and a time, both Indian (spec §5). */
import { useEffect, useState } from 'react'
import { parseMoment } from '../../../../core/time.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { fieldText } from '../../../../messages/error-text.ts'
import { locale } from '../../../lib/locale.ts'
import type { FieldProps } from '../../../lib/use-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldFrame } from '../../../ui/field.tsx'
import { late } from '../../../ui/late.tsx'
import { TimeSelects } from './time-selects.tsx'
import { joined, parted } from './wall-clock.ts'

/** The heaviest part of the form: fetched while the step with this field is being filled in. */
const load = () => import('./calendar.tsx')
const Calendar = late(async () => (await load()).Calendar, { bars: 6 })

export function DateField(field: FieldProps) {
  const [isOpen, setOpen] = useState(false)
  const value = String(field.value ?? '')
  const shown = value || m.offer_date_placeholder()
  useEffect(() => {
    load().catch(() => undefined)
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
            className={value ? 'input date' : 'input date date--empty'}
            aria-haspopup="dialog"
            aria-label={`${m.offer_date()}: ${shown}`}
            onClick={() => setOpen(true)}
          >
            {shown}
          </button>
        )}
      </FieldFrame>
      <Dialog opened={isOpen} onClose={close} title={m.offer_date()}>
        <Choice
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

function Choice({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  const [parts, setParts] = useState(() => parted(value))
  const chosen = joined(parts)
  const at = parseMoment(chosen)
  const isPast = at !== null && at <= Date.now()
  return (
    <>
      <Calendar day={parts.day} onDay={(day) => setParts({ ...parts, day })} />
      <TimeSelects parts={parts} onChange={setParts} />
      <p className="field__error" role="status">
        {isPast ? fieldText('date_past', locale()) : ''}
      </p>
      <Button kind="next" wide disabled={at === null || isPast} onClick={() => onChoose(chosen)}>
        {m.offer_date_done()}
      </Button>
    </>
  )
}
