/** /services/form: a freelancer offers a deal to a client. */
import type { User } from '../../../../core/contract/auth.ts'
import { policy as policyCall } from '../../../../core/contract/site.ts'
import { createServices } from '../../../../core/contract/transactions.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { useCall } from '../../../lib/queries.ts'
import { TextField } from '../../../ui/field.tsx'
import { Guard } from '../../../ui/guard.tsx'
import { MoneyLine } from '../../../ui/money-line.tsx'
import { LinkPage } from '../share/link-page.tsx'
import { CostTable } from './cost-table.tsx'
import { type Costs, costsOf } from './costs.ts'
import { NextSteps } from './next-steps.tsx'
import {
  SERVICES,
  SERVICES_RULES,
  SERVICES_STEPS,
  type ServicesValues,
  servicesBody,
} from './services-fields.ts'
import { Summary } from './summary.tsx'
import { TransactionStep } from './transaction-step.tsx'
import { useMade } from './use-made.ts'
import { useWizard } from './use-wizard.ts'
import { Wizard } from './wizard.tsx'

export function ServicesForm() {
  const made = useMade()
  return (
    <div className="page offer">
      <h1>{made ? m.offer_code_title() : m.offer_services_title()}</h1>
      <Guard roles={['Service_Provider']} denied={m.offer_services_denied()}>
        {(user) => (made ? <LinkPage track="services" formPk={made} /> : <Form user={user} />)}
      </Guard>
    </div>
  )
}

function Form({ user }: { user: User }) {
  const wizard = useWizard<ServicesValues>({
    track: 'services',
    userId: user.id,
    start: SERVICES,
    rules: SERVICES_RULES,
    steps: SERVICES_STEPS,
    endpoint: createServices,
    body: servicesBody,
  })
  const { values, step } = wizard
  const house = useCall(policyCall, {})
  const couponCode = values.coupon_id ? values.coupon : null
  const costs = house.data ? costsOf(values.amount, 'services', { policy: house.data, couponCode }) : null
  const names = [m.offer_step_client(), m.offer_step_transaction(), m.offer_step_confirmation()]
  return (
    <Wizard
      {...wizard}
      names={names}
      lead={m.offer_services_lead()}
      termsPath="/services/terms_and_conditions"
    >
      {step === 0 && <ClientStep {...wizard} />}
      {step === 1 && <TransactionStep {...wizard} costs={costs} />}
      {step === 2 && <Confirmation values={values} costs={costs} user={user} />}
    </Wizard>
  )
}

function ClientStep({ field }: ReturnType<typeof useWizard<ServicesValues>>) {
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

interface ConfirmationProps {
  readonly values: ServicesValues
  readonly costs: Costs | null
  readonly user: User
}
function Confirmation({ values, costs, user }: ConfirmationProps) {
  return (
    <>
      <MoneyLine
        payer={{ role: m.money_client(), name: values.cpty_full_name }}
        payee={{ role: m.money_freelancer(), name: user.first_name }}
        amountPaise={costs?.amountPaise ?? 0}
        heldPaise={0}
        payeePaise={0}
        payerPaise={0}
      />
      <Summary
        facts={[
          [m.offer_client_name(), values.cpty_full_name],
          [m.offer_client_phone(), values.cpty_phone],
          [m.offer_client_email(), values.cpty_email],
          [m.offer_deliverables(), values.deliverables],
          [m.offer_date(), `${values.date_of_completion} ${m.time_ist()}`],
          [m.offer_mode(), m.offer_mode_full()],
          [m.offer_cancellation(), `${values.cancellation_fee} %`],
          [m.offer_other_info(), values.other_info],
          [m.offer_coupon(), values.coupon_id && values.coupon],
        ]}
      />
      <CostTable costs={costs} track="services" />
      <NextSteps track="services" />
    </>
  )
}
