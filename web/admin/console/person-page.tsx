/** /admin/people/:id: who somebody is, what runs with them, what they share with others, and what the team does about it. */
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import { type PersonForTeam, readPerson } from '#core/contract/people.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { userTypeName } from '#web/lib/role-names.ts'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { ConsolePage, isAdmin } from './console-page.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonNotes } from './person-notes.tsx'
import { PersonStatement } from './person-statement.tsx'

export const meta = () => appMeta(m.person_title())

const PersonPage = () => (
  <ConsolePage title={m.person_title()}>{(me) => <PersonLoader me={me} />}</ConsolePage>
)

function PersonLoader({ me }: { me: User }) {
  const { id = '' } = useParams()
  const read = useApiQuery(readPerson, { params: { id } })
  if (read.isPending) return <Skeleton bars={6} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  return <Person me={me} person={read.data} />
}

function Person({ me, person }: { me: User; person: PersonForTeam }) {
  const { user, blocked } = person
  const isTeam = user.user_type.some((role) => role === 'Admin' || role === 'Mediator')
  return (
    <>
      <h2>{[`${user.first_name} ${user.last_name}`, user.business_name].filter(Boolean).join(' · ')}</h2>
      {person.deleted && <Notice title={m.person_deleted()} />}
      {blocked && (
        <Notice kind="stop" title={m.person_blocked()}>
          <p>
            <Moment at={blocked.at} /> · {blocked.reason}
          </p>
        </Notice>
      )}
      {isAdmin(me) && (
        <p className="actions">
          <Link className="button" to={href(`/admin/audit-log?person=${user.id}`)}>
            {m.audit_of_person()}
          </Link>
        </p>
      )}
      <div className="console__tasks">
        <Facts person={person} />
        <Risks person={person} />
        <Deals person={person} />
        <Targets person={person} />
        <Section id="person-sessions" title={m.person_sessions()} isEmpty={person.sessions.length === 0}>
          {person.sessions.map(({ device, created_at }) => (
            <li key={created_at}>
              {device ?? m.person_device_unknown()} · <Moment at={created_at} />
            </li>
          ))}
        </Section>
        {!person.deleted && user.id !== me.id && <PersonNotes person={person} />}
      </div>
      {isAdmin(me) && <PersonStatement id={user.id} />}
      {isAdmin(me) && !isTeam && !person.deleted && <PersonActions person={person} />}
    </>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

const Section = ({ id, title, isEmpty, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h3 id={id}>{title}</h3>
    {isEmpty ? <p className="muted">{m.person_none()}</p> : <ul className="console__list">{children}</ul>}
  </section>
)

function Facts({ person }: { person: PersonForTeam }) {
  const { user } = person
  const rows: readonly (readonly [string, ReactNode])[] = [
    [m.admin_col_type(), user.user_type.map(userTypeName).join(', ')],
    [
      m.admin_col_phone(),
      <>
        {user.phone_number || '–'} · <Proved at={person.phone_verified_at} />
      </>,
    ],
    [
      m.admin_col_email(),
      <>
        {user.email || '–'} · <Proved at={person.email_verified_at} />
      </>,
    ],
    [m.admin_col_payment(), user.payment_number ?? '–'],
    [m.person_since(), <Moment key="since" at={person.created_at} />],
    [m.person_owed(), <Money key="owed" paise={person.owed_paise} />],
  ]
  return (
    <section aria-labelledby="person-facts">
      <h3 id="person-facts">{m.person_account()}</h3>
      <dl className="console__facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Proved = ({ at }: { at: string | null }) =>
  at === null ? (
    m.person_unproved()
  ) : (
    <>
      {m.person_proved()} <Moment at={at} />
    </>
  )

function Risks({ person: { risks, payouts_frozen_at, payouts_held_until } }: { person: PersonForTeam }) {
  const shared = [
    [m.person_same_number(), risks.same_number],
    [m.person_same_target(), risks.same_target],
    [m.person_same_device(), risks.same_device],
  ] as const
  const named = shared.filter(([, others]) => others.length > 0)
  const moments = [risks.new_target_until, payouts_frozen_at, payouts_held_until]
  const isEmpty = named.length === 0 && moments.every((at) => at === null)
  return (
    <Section id="person-risks" title={m.person_risks()} isEmpty={isEmpty}>
      {payouts_frozen_at && (
        <li>
          {m.person_frozen()} <Moment at={payouts_frozen_at} />
        </li>
      )}
      {payouts_held_until && (
        <li>
          {m.person_held()} <Moment at={payouts_held_until} />
        </li>
      )}
      {risks.new_target_until && (
        <li>
          {m.person_new_target()} <Moment at={risks.new_target_until} />
        </li>
      )}
      {named.map(([label, others]) => (
        <li key={label}>
          {label}{' '}
          {others.map(({ id, name }) => (
            <Link key={id} className="console__link console__person" to={href(`/admin/people/${id}`)}>
              {name}
            </Link>
          ))}
        </li>
      ))}
    </Section>
  )
}

const Deals = ({ person: { deals } }: { person: PersonForTeam }) => (
  <Section id="person-deals" title={m.person_deals()} isEmpty={deals.length === 0}>
    {deals.map((deal) => (
      <li key={deal.form_pk}>
        <Link className="console__link" to={href(`/deals/${deal.form_pk}`)}>
          {deal.product}
        </Link>{' '}
        <Money paise={deal.amount_paise} /> · {statusName(deal.status)} ·{' '}
        {deal.pays ? m.person_pays() : m.person_is_paid()} · <Moment at={deal.created_at} />
      </li>
    ))}
  </Section>
)

const Targets = ({ person: { targets } }: { person: PersonForTeam }) => (
  <Section id="person-targets" title={m.admin_nav_targets()} isEmpty={targets.length === 0}>
    {targets.map((target) => (
      <li key={target.created_at}>
        {target.address} ·{' '}
        {target.bank_name === null
          ? m.targets_bank_silent()
          : m.targets_bank_name({ name: target.bank_name })}{' '}
        · <Moment at={target.created_at} />
        {target.retired_at && (
          <span className="muted">
            {' '}
            · {m.person_target_until()} <Moment at={target.retired_at} />
          </span>
        )}
      </li>
    ))}
  </Section>
)

export default PersonPage
