/** /shopping/form: a Buyer offers a deal to a registered Seller. */
import { createShopping } from '#core/contract/transactions.ts'
import { amountField } from '#core/fields.ts'
import { shoppingFields } from '#core/offer-fields.ts'
import { m } from '#messages/compiled/messages.js'
import { Summary } from '#web/features/offer/summary-list.tsx'
import { appMeta } from '#web/lib/page-meta.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { descriptionRows } from '#web/ui/description.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DESCRIPTION, DescriptionFields, limitWords } from './description-fields.tsx'
import { InviteSeller } from './invite-seller.tsx'
import { OfferForm, type OfferStepProps } from './offer-form.tsx'
import { Confirmation, phoneText } from './offer-summary.tsx'
import { ChosenPhotos } from './photo-field.tsx'
import { SellerPicker } from './seller-picker.tsx'
import type { OfferDefinition } from './use-wizard.ts'

const INITIAL = { service_details: '', amount: '', cpty_company: '', cpty_phone: '', ...DESCRIPTION.initial }
type ShoppingValues = typeof INITIAL
type ShoppingStepProps = OfferStepProps<ShoppingValues>

const { service_details, cpty_company, cpty_phone } = shoppingFields.shape
const DEFINITION: OfferDefinition<ShoppingValues> = {
  track: 'shopping',
  initial: INITIAL,
  rules: { service_details, amount: amountField, cpty_company, cpty_phone, ...DESCRIPTION.rules },
  steps: [
    ['service_details', 'amount', ...DESCRIPTION.step],
    ['cpty_company', 'cpty_phone'],
  ],
  endpoint: createShopping,
  body: (values) => ({ ...values }),
}

export const meta = ({ location }: { location: { search: string } }) =>
  appMeta(/[?&]made=/.test(location.search) ? m.offer_code_title() : m.offer_shopping_title())

export default function ShoppingForm() {
  return (
    <OfferForm
      definition={DEFINITION}
      makerRole="Buyer"
      title={m.offer_shopping_title()}
      denied={m.offer_shopping_denied()}
      lead={m.offer_shopping_lead()}
      stepNames={[m.offer_step_product(), m.offer_step_transaction(), m.offer_step_confirmation()]}
    >
      {(props) => (
        <>
          {props.step === 0 && <ProductStep {...props} />}
          {props.step === 1 && <SellerStep {...props} />}
          {props.step === 2 && <ShoppingConfirmation {...props} />}
        </>
      )}
    </OfferForm>
  )
}

function ProductStep({ field, costTable, photos, setPhotos }: ShoppingStepProps) {
  return (
    <>
      <TextField {...field('service_details')} label={m.offer_what()} hint={limitWords('service_details')} />
      <DescriptionFields field={field} track="shopping" photos={photos} onPhotos={setPhotos} />
      <AmountField {...field('amount')} label={m.offer_amount()} hint={m.offer_amount_hint()} />
      {costTable}
    </>
  )
}

const sellerRows = ({ cpty_company, cpty_phone }: ShoppingValues) =>
  [
    [m.offer_seller(), cpty_company],
    [m.offer_seller_phone(), phoneText(cpty_phone)],
  ] as const

function SellerStep({ field, values, photos, startOver }: ShoppingStepProps) {
  const chosen = values.cpty_phone
    ? { business_name: values.cpty_company, phone_number: values.cpty_phone }
    : null
  return (
    <>
      <SellerPicker
        field={field('cpty_company')}
        chosen={chosen}
        onChoose={(seller) => {
          field('cpty_company').onChange(seller?.business_name ?? '')
          field('cpty_phone').onChange(seller?.phone_number ?? '')
        }}
      />
      {chosen ? (
        <>
          <Summary rows={sellerRows(values)} />
          <p className="muted">{m.offer_seller_check()}</p>
        </>
      ) : (
        <InviteSeller values={values} photos={photos} onInvited={startOver} />
      )}
    </>
  )
}

function ShoppingConfirmation({ values, amountPaise, costTable, user, photos }: ShoppingStepProps) {
  return (
    <Confirmation
      track="shopping"
      user={user}
      otherName={values.cpty_company}
      amountPaise={amountPaise}
      costTable={costTable}
      photos={<ChosenPhotos photos={photos} />}
      rows={[
        [m.preview_product(), values.service_details],
        ...descriptionRows(values),
        ...sellerRows(values),
      ]}
    />
  )
}
