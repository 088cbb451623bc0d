/** One field of an action, by the type that the server names. */
import type { Deal } from '#core/contract/deals.ts'
import { likelyReasons, likelyRemedies } from '#core/disputes.ts'
import { m } from '#messages/compiled/messages.js'
import { hintOf, labelOf, optionOf } from '#web/features/deals/words/fields.ts'
import { nameOf } from '#web/features/deals/words/people.ts'
import { href } from '#web/lib/locale.ts'
import type { FieldProps } from '#web/lib/use-fields.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DESCRIPTION_LABELS } from '#web/ui/description.tsx'
import { ProseField, SelectField, TextField, TickField } from '#web/ui/field.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { FilesField } from './files-field.tsx'
import type { FormField } from './inputs.ts'
import { MomentField } from './moment-field.tsx'

interface ActionFieldProps {
  readonly deal: Deal
  readonly action: string
  readonly field: FormField
  readonly props: FieldProps
  /** Nobody else carries it: there is no number, and who brings it stands in its place. */
  readonly byHand: boolean
  /** Files were chosen here before a reload. */
  readonly areFilesLost: boolean
}

/** Of fields of the terms that have no other place here: with them in words/ every deal would load them. */
type Labels = Readonly<Record<string, (() => string) | undefined>>

export function ActionField({ deal, action, field, props, byHand, areFilesLost }: ActionFieldProps) {
  const isBringer = byHand && field.name === 'tracking_number'
  const shared = {
    ...props,
    label: isBringer
      ? m.deal_field_bringer()
      : ((DESCRIPTION_LABELS as Labels)[field.name]?.() ?? labelOf(deal, action, field.name)),
    hint: isBringer ? bringerHint(deal, action) : hintOf(field.name),
    optional: !field.required,
  }
  switch (field.type) {
    case 'hidden':
      return null
    case 'tick':
      return <TickField {...shared} label={<RulesLabel deal={deal} />} />
    case 'prose':
      return <ProseField {...shared} />
    case 'select':
      return (
        <SelectField
          {...shared}
          prompt={m.deal_choose()}
          options={offeredOf(deal, action, field).map((value) => ({
            value,
            label: optionOf(deal, field.name, value),
          }))}
        />
      )
    case 'list':
      return <ListField {...props} />
    case 'moment':
      return <MomentField {...shared} deal={deal} />
    case 'files':
      return <FilesField {...shared} {...{ deal, action, areFilesLost }} />
    case 'paise':
      return <TextField {...shared} inputMode="decimal" prefix="₹" />
    case 'number':
      if (field.name === 'amount') return <AmountField {...shared} />
      return <TextField {...shared} inputMode="numeric" />
    default:
      return <TextField {...shared} inputMode={field.name === 'handover_code' ? 'numeric' : 'text'} />
  }
}

/** What comes back is confirmed without a code. */
const bringerHint = (deal: Deal, action: string): string =>
  action === 'ship' ? m.deal_hint_bringer({ name: nameOf(deal, 'payer') }) : m.deal_hint_bringer_back()

/** Of a complaint, what can apply to this side at this stage; the server takes every one of the track. */
function offeredOf(deal: Deal, action: string, { name, options = [] }: FormField): readonly string[] {
  if (action !== 'complain' || deal.me === 'team') return options
  const complaint = { track: deal.track, by: deal.me, isDelivered: deal.status !== 'in_delivery' }
  const likely = name === 'reason' ? likelyReasons(complaint) : likelyRemedies(complaint)
  return options.filter((option) => likely.includes(option))
}

function RulesLabel({ deal }: { deal: Deal }) {
  return (
    <>
      {m.deal_field_rules_accepted()}{' '}
      <a href={href(`/${deal.track}/terms_and_conditions`)} target="_blank" rel="noopener">
        {m.deal_rules_link()}
      </a>
    </>
  )
}
