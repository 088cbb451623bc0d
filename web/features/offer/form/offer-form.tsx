/** What both offer forms are: three steps for one role, and after the submission the page with the link to send. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import { policy as policyEndpoint } from '#core/contract/site.ts'
import type { Track } from '#core/ids.ts'
import type { Paise } from '#core/money.ts'
import { readPolicy } from '#core/policy.ts'
import type { UserType } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { SharePanel } from '#web/features/offer/share/share-panel.tsx'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { CostTable, costsOf } from './costs.tsx'
import type { DraftValues } from './draft.ts'
import { NextSteps, OfferValidity } from './offer-summary.tsx'
import { type OfferDefinition, type OfferWizard, useCreatedFormPk, useWizard } from './use-wizard.ts'
import { Wizard } from './wizard.tsx'

export type OfferStepProps<Values extends DraftValues> = OfferWizard<Values> & {
  /** Null while the amount is not valid. */
  readonly amountPaise: Paise | null
  readonly costTable: ReactNode
  readonly user: User
}

interface OfferStepsProps<Values extends DraftValues> {
  readonly definition: OfferDefinition<Values>
  readonly lead: string
  readonly stepNames: readonly string[]
  /** The code of a coupon that the server has confirmed. */
  readonly couponOf?: (values: Values) => string | null
  /** The fields of the current step. */
  readonly children: (props: OfferStepProps<Values>) => ReactNode
}

interface OfferFormProps<Values extends DraftValues> extends OfferStepsProps<Values> {
  readonly makerRole: UserType
  readonly denied: string
  readonly title: string
  /** What is to be done before the form can be sent. */
  readonly before?: ReactNode
}

export function OfferForm<Values extends DraftValues>(props: OfferFormProps<Values>) {
  const { makerRole, denied, title, definition, before } = props
  const createdFormPk = useCreatedFormPk()
  return (
    <div className="page offer">
      <h1>{createdFormPk ? m.offer_code_title() : title}</h1>
      <RequireAuth roles={[makerRole]} denied={denied}>
        {(user) =>
          createdFormPk ? (
            <LinkPage track={definition.track} formPk={createdFormPk} />
          ) : (
            <>
              {before}
              <OfferSteps {...props} user={user} />
            </>
          )
        }
      </RequireAuth>
    </div>
  )
}

function OfferSteps<Values extends DraftValues>({
  definition,
  lead,
  stepNames,
  couponOf,
  user,
  children,
}: OfferStepsProps<Values> & { readonly user: User }) {
  const wizard = useWizard(definition, user.id)
  const { track } = definition
  const read = useApiQuery(policyEndpoint, {})
  const couponCode = couponOf?.(wizard.values) ?? null
  const policy = read.data ? readPolicy(read.data) : null
  const costs = costsOf(wizard.values.amount, track, { policy, couponCode })
  const isPriced = Boolean(costs?.charge)
  const costTable =
    costs && !isPriced && read.isError ? (
      <ErrorNotice message={m.offer_charge_failed()} onRetry={() => void read.refetch()} />
    ) : (
      <CostTable costs={costs} track={track} />
    )
  return (
    <Wizard
      {...wizard}
      names={stepNames}
      lead={lead}
      termsPath={`/${track}/terms_and_conditions`}
      isPriced={isPriced}
    >
      {children({ ...wizard, amountPaise: costs?.amountPaise ?? null, costTable, user })}
    </Wizard>
  )
}

/** The Transaction Code page of spec §2: what comes after the third step. */
function LinkPage({ track, formPk }: { track: Track; formPk: string }) {
  const policy = useApiQuery(policyEndpoint, {}).data
  return (
    <>
      <Notice kind="arrived" title={m.offer_added()} live>
        <p>{track === 'shopping' ? m.offer_code_seller() : m.offer_code_client()}</p>
      </Notice>
      <SharePanel track={track} formPk={formPk} />
      {policy && <OfferValidity policy={policy} />}
      <NextSteps track={track} as="h2" />
      <p className="actions">
        <Link className="button button--next" to={href(`/deals/${formPk}`)}>
          {m.offer_open_deal()}
        </Link>
        <Link className="button" to={href(`/${track}/form`)}>
          {m.offer_another()}
        </Link>
      </p>
    </>
  )
}
