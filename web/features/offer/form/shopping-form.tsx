/** /shopping/form: a Buyer offers a deal to a registered Seller. */
import type { User } from '../../../../core/contract/auth.ts'
import { policy as policyCall } from '../../../../core/contract/site.ts'
import { createShopping } from '../../../../core/contract/transactions.ts'
import { amountField, shoppingFields } from '../../../../core/fields.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { useCall } from '../../../lib/queries.ts'
import { TextField } from '../../../ui/field.tsx'
import { Guard } from '../../../ui/guard.tsx'
import { MoneyLine } from '../../../ui/money-line.tsx'
import { LinkPage } from '../share/link-page.tsx'
import { CostTable } from './cost-table.tsx'
import { type Costs, costsOf } from './costs.ts'
import { NextSteps } from './next-steps.tsx'
import { SellerPicker } from './seller-picker.tsx'
import { Summary } from './summary.tsx'
import { useMade } from './use-made.ts'
import { useWizard } from './use-wizard.ts'
import { Wizard } from './wizard.tsx'

const START = { service_details: '', amount: '', cpty_company: '', cpty_phone: '' }
const { service_details, cpty_company, cpty_phone } = shoppingFields.shape
const RULES = { service_details, amount: amountField, cpty_company, cpty_phone }
const STEPS = [
  ['service_details', 'amount'],
  ['cpty_company', 'cpty_phone'],
] as const

export function ShoppingForm() {
  const made = useMade()
  return (
    <div className="page offer">
      <h1>{made ? m.offer_code_title() : m.offer_shopping_title()}</h1>
      <Guard roles={['Buyer']} denied={m.offer_shopping_denied()}>
        {(user) => (made ? <LinkPage track="shopping" formPk={made} /> : <Form user={user} />)}
      </Guard>
    </div>
  )
}

function Form({ user }: { user: User }) {
  const wizard = useWizard({
    track: 'shopping',
    userId: user.id,
    start: START,
    rules: RULES,
    steps: STEPS,
    endpoint: createShopping,
    body: (values) => ({ ...values }),
  })
  const { values, field, step } = wizard
  const house = useCall(policyCall, {})
  const costs = house.data
    ? costsOf(values.amount, 'shopping', { policy: house.data, couponCode: null })
    : null
  const names = [m.offer_step_product(), m.offer_step_transaction(), m.offer_step_confirmation()]
  return (
    <Wizard
      {...wizard}
      names={names}
      lead={m.offer_shopping_lead()}
      termsPath="/shopping/terms_and_conditions"
    >
      {step === 0 && (
        <>
          <TextField {...field('service_details')} label={m.offer_what()} hint={m.offer_what_hint()} />
          <TextField
            {...field('amount')}
            label={m.offer_amount()}
            hint={m.offer_amount_hint()}
            inputMode="numeric"
            prefix="Rs"
          />
          <CostTable costs={costs} track="shopping" />
        </>
      )}
      {step === 1 && <SellerStep {...wizard} />}
      {step === 2 && <Confirmation values={values} costs={costs} user={user} />}
    </Wizard>
  )
}

function SellerStep({ field, values }: ReturnType<typeof useWizard<typeof START>>) {
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
      {chosen && (
        <>
          <Summary
            facts={[
              [m.offer_seller(), chosen.business_name],
              [m.offer_seller_phone(), chosen.phone_number],
            ]}
          />
          <p className="soft">{m.offer_seller_check()}</p>
        </>
      )}
    </>
  )
}

function Confirmation({ values, costs, user }: { values: typeof START; costs: Costs | null; user: User }) {
  return (
    <>
      <MoneyLine
        payer={{ role: m.money_buyer(), name: user.first_name, isYou: true }}
        payee={{ role: m.money_seller(), name: values.cpty_company }}
        amountPaise={costs?.amountPaise ?? 0}
        heldPaise={0}
        payeePaise={0}
        payerPaise={0}
      />
      <Summary
        facts={[
          [m.preview_product(), values.service_details],
          [m.offer_seller(), values.cpty_company],
          [m.offer_seller_phone(), values.cpty_phone],
        ]}
      />
      <CostTable costs={costs} track="shopping" />
      <NextSteps track="shopping" />
    </>
  )
}
