/** A later moment: common spans in one tap, or the browser's own picker, whose value is read as Indian time everywhere. */
import { useState } from 'react'
import type { Deal } from '#core/contract/deals.ts'
import { DAY_MS, istDay, parseMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { inDays, shortMoment } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldFrame, type TextField } from '#web/ui/field.tsx'

const SPANS = [3, 7, 14] as const
/** A day alone means its evening, as in the form of an offer. */
const EVENING = 'T18:00'

type MomentFieldProps = Parameters<typeof TextField>[0] & { readonly deal: Deal }

export function MomentField({ deal, ...props }: MomentFieldProps) {
  const value = String(props.value ?? '')
  const at = parseMoment(value)
  // from the date that stands now: an earlier one would be refused
  const [from] = useState(at ?? Math.max(Date.parse(deal.now), Date.parse(deal.due_at ?? deal.now)))
  return (
    <>
      <FieldFrame {...props}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            type="datetime-local"
            name={props.name}
            value={value}
            onBlur={props.onBlur}
            onChange={(event) => props.onChange(event.currentTarget.value)}
          />
        )}
      </FieldFrame>
      <fieldset className="chips" aria-label={m.offer_date_chips()}>
        {SPANS.map((days) => {
          const chip = `${istDay(from + days * DAY_MS)}${EVENING}`
          return (
            <Button key={days} aria-pressed={chip === value} onClick={() => props.onChange(chip)}>
              {m.deal_date_later({ span: inDays(days * DAY_MS) })}
            </Button>
          )
        })}
      </fieldset>
      {at !== null && <p className="field__words">{shortMoment(at)}</p>}
    </>
  )
}
