/** The freelancer's second step: what, by when, for how much. */
import { m } from '../../../../messages/compiled/messages.js'
import { ProseField, SelectField, TextField } from '../../../ui/field.tsx'
import { CostTable } from './cost-table.tsx'
import type { Costs } from './costs.ts'
import { CouponField } from './coupon-field.tsx'
import { DateField } from './date-field.tsx'
import type { ServicesValues } from './services-fields.ts'
import type { useWizard } from './use-wizard.ts'

type Props = ReturnType<typeof useWizard<ServicesValues>> & { readonly costs: Costs | null }

export function TransactionStep({ field, values, costs }: Props) {
  return (
    <>
      <ProseField
        {...field('deliverables')}
        label={m.offer_deliverables()}
        hint={m.offer_deliverables_hint()}
      />
      <DateField {...field('date_of_completion')} />
      <ProseField {...field('other_info')} label={m.offer_other_info()} hint={m.offer_other_info_hint()} />
      <SelectField
        {...field('payment_mode')}
        label={m.offer_mode()}
        options={[
          { value: 'Full Payment', label: m.offer_mode_full() },
          { value: 'Milestone Payment', label: m.offer_mode_milestone(), disabled: true },
        ]}
      />
      <TextField
        {...field('cancellation_fee')}
        label={m.offer_cancellation()}
        hint={m.offer_cancellation_hint()}
        inputMode="numeric"
      />
      <TextField
        {...field('amount')}
        label={m.offer_amount()}
        hint={m.offer_amount_hint()}
        inputMode="numeric"
        prefix="Rs"
      />
      <CouponField
        field={field('coupon')}
        isApplied={values.coupon_id !== ''}
        onApplied={({ id, code }) => {
          field('coupon').onChange(code)
          field('coupon_id').onChange(id)
        }}
      />
      <CostTable costs={costs} track="services" />
    </>
  )
}
