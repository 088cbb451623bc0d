/** /services/form: a freelancer offers a deal to a client. */
import { filledLines } from '#core/described.ts'
import { parseMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { shortMoment } from '#web/lib/format.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { CUSTODY } from '#web/lib/site.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { descriptionRows } from '#web/ui/description.tsx'
import { ProseField, SelectField, TextField } from '#web/ui/field.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { CouponField } from './coupon-field.tsx'
import { DateField } from './date-field.tsx'
import { DescriptionFields, limitWords } from './description-fields.tsx'
import { OfferForm, type OfferStepProps } from './offer-form.tsx'
import { Confirmation, phoneText } from './offer-summary.tsx'
import { ChosenPhotos } from './photo-field.tsx'
import { SERVICES_OFFER, type ServicesValues } from './services-fields.ts'
import { TargetFirst } from './target-first.tsx'

type ServicesStepProps = OfferStepProps<ServicesValues>

export const meta = ({ location }: { location: { search: string } }) =>
  appMeta(/[?&]made=/.test(location.search) ? m.offer_code_title() : m.offer_services_title())

export default function ServicesForm() {
  return (
    <OfferForm
      definition={SERVICES_OFFER}
      makerRole="Service_Provider"
      title={m.offer_services_title()}
      denied={m.offer_services_denied()}
      lead={m.offer_services_lead()}
      // where the provider holds the money in the payee's own account, nothing is sent to a target
      before={CUSTODY !== 'psp_hold' && <TargetFirst />}
      stepNames={[m.offer_step_client(), m.offer_step_transaction(), m.offer_step_confirmation()]}
      couponOf={({ coupon_id, coupon }) => (coupon_id ? coupon : null)}
    >
      {(props) => (
        <>
          {props.step === 0 && <ClientStep {...props} />}
          {props.step === 1 && <TransactionStep {...props} />}
          {props.step === 2 && <ServicesConfirmation {...props} />}
        </>
      )}
    </OfferForm>
  )
}

function ClientStep({ field }: ServicesStepProps) {
  return (
    <>
      <TextField {...field('cpty_full_name')} label={m.offer_client_name()} />
      <TextField
        {...field('cpty_phone')}
        label={m.offer_client_phone()}
        hint={m.offer_client_phone_hint()}
        type="tel"
        inputMode="tel"
      />
      <TextField
        {...field('cpty_email')}
        label={m.offer_client_email()}
        type="email"
        inputMode="email"
        optional
      />
    </>
  )
}

function TransactionStep({ field, values, costTable, photos, setPhotos }: ServicesStepProps) {
  return (
    <>
      <ProseField
        {...field('deliverables')}
        label={m.offer_deliverables()}
        hint={m.offer_deliverables_hint({ limit: limitWords('deliverables') })}
      />
      <ListField {...field('deliverable_list')} />
      <DescriptionFields field={field} track="services" photos={photos} onPhotos={setPhotos} />
      <DateField {...field('date_of_completion')} />
      <ProseField
        {...field('other_info')}
        label={m.offer_other_info()}
        hint={m.offer_other_info_hint({ limit: limitWords('other_info') })}
      />
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
      <AmountField {...field('amount')} label={m.offer_amount()} hint={m.offer_amount_hint()} />
      <CouponField
        field={field('coupon')}
        isApplied={values.coupon_id !== ''}
        onApplied={({ id, code }) => {
          field('coupon').onChange(code)
          field('coupon_id').onChange(id)
        }}
        onRemoved={() => {
          field('coupon').onChange('')
          field('coupon_id').onChange('')
        }}
      />
      {costTable}
    </>
  )
}

function ServicesConfirmation({ values, amountPaise, costTable, user, photos }: ServicesStepProps) {
  return (
    <Confirmation
      track="services"
      user={user}
      otherName={values.cpty_full_name}
      amountPaise={amountPaise}
      costTable={costTable}
      photos={<ChosenPhotos photos={photos} />}
      rows={[
        [m.offer_client_name(), values.cpty_full_name],
        [m.offer_client_phone(), phoneText(values.cpty_phone)],
        [m.offer_client_email(), values.cpty_email],
        [m.offer_deliverables(), values.deliverables],
        ...descriptionRows({ ...values, deliverable_list: filledLines(values.deliverable_list) }),
        [m.offer_date(), shortMoment(parseMoment(values.date_of_completion) ?? 0)],
        [m.offer_mode(), m.offer_mode_full()],
        [m.offer_cancellation(), `${values.cancellation_fee} %`],
        [m.offer_other_info(), values.other_info],
        [m.offer_coupon(), values.coupon_id && values.coupon],
      ]}
    />
  )
}
