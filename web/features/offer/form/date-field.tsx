/** The date of completion. The calendar is the heaviest part of the form: it comes with the step that has it. */
import { lazy, Suspense } from 'react'
import { m } from '../../../../messages/compiled/messages.js'
import type { FieldProps } from '../../../lib/use-fields.ts'
import { FieldFrame } from '../../../ui/field.tsx'

const Picker = lazy(() => import('./date-picker.tsx').then(({ DatePicker }) => ({ default: DatePicker })))

export function DateField(props: FieldProps) {
  return (
    <FieldFrame {...props} label={m.offer_date()} hint={m.offer_date_hint()}>
      {(wiring) => (
        <Suspense fallback={<span className="input offer__waiting">{m.ui_loading()}</span>}>
          <Picker
            {...wiring}
            value={String(props.value ?? '')}
            onChange={props.onChange}
            onBlur={props.onBlur}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}
