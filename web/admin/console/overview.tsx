/** What needs the team: cases to decide, money that found no deal, payouts that stopped, and whether the books are sound. */
import { Link } from 'react-router'
import { attention } from '../../../core/contract/admin.ts'
import type { Answer } from '../../../core/contract/endpoint.ts'
import { m } from '../../../messages/compiled/messages.js'
import { errorWords } from '../../lib/api-error.ts'
import { href } from '../../lib/locale.ts'
import { useCall } from '../../lib/queries.ts'
import { Moment } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Facts = Answer<typeof attention>

export function Overview() {
  const read = useCall(attention, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={5} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const facts = read.data
  return (
    <>
      <Books facts={facts} />
      <Figures facts={facts} />
      <div className="console__todo">
        <Cases facts={facts} />
        <Stray facts={facts} />
        <Stopped facts={facts} />
        <Samples facts={facts} />
      </div>
    </>
  )
}

function Books({ facts: { books } }: { facts: Facts }) {
  if (books.sound)
    return (
      <Notice kind="arrived" title={m.admin_books_sound()}>
        {books.checked_at && (
          <p>
            {m.admin_books_checked()} <Moment at={books.checked_at} />
          </p>
        )}
      </Notice>
    )
  return (
    <Notice kind="stop" title={m.admin_books_wrong()} live>
      <ul>
        {books.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Figures({ facts }: { facts: Facts }) {
  return (
    <dl className="console__figures">
      <div>
        <dt>{m.admin_held()}</dt>
        <dd>
          <Money paise={facts.held_paise} />
        </dd>
      </div>
      <div>
        <dt>{m.admin_suspense()}</dt>
        <dd>
          <Money paise={facts.suspense_paise} />
        </dd>
      </div>
      <div>
        <dt>{m.admin_open_deals()}</dt>
        <dd>{facts.open_deals}</dd>
      </div>
    </dl>
  )
}

interface WaitingProps {
  readonly title: string
  readonly none: string
  readonly items: readonly React.ReactNode[]
}
function Waiting({ title, none, items }: WaitingProps) {
  return (
    <section>
      <h2>{title}</h2>
      {items.length === 0 ? <p className="soft">{none}</p> : <ul className="console__list">{items}</ul>}
    </section>
  )
}

/** Opens the deal as the team sees it. */
function DealLink({ formPk }: { formPk: string | null }) {
  if (formPk === null) return <span>{m.admin_no_deal()}</span>
  return (
    <Link className="console__link" to={href(`/deals/${formPk}`)}>
      {formPk.slice(0, 8)}…
    </Link>
  )
}

function Cases({ facts }: { facts: Facts }) {
  const items = facts.mediations.map((one) => (
    <li key={one.form_pk}>
      <DealLink formPk={one.form_pk} /> <Money paise={one.amount_paise} />
      {one.due_at && (
        <span className="soft">
          {' '}
          {m.deal_until()} <Moment at={one.due_at} />
        </span>
      )}
    </li>
  ))
  return <Waiting title={m.admin_cases()} none={m.admin_cases_none()} items={items} />
}

const KINDS: Readonly<Record<Facts['stray_payments'][number]['kind'], () => string>> = {
  late: m.admin_stray_late,
  double: m.admin_stray_double,
  short: m.admin_stray_short,
  over: m.admin_stray_over,
  unknown: m.admin_stray_unknown,
}
function Stray({ facts }: { facts: Facts }) {
  const items = facts.stray_payments.map((one) => (
    <li key={`${one.form_pk}${one.at}${one.amount_paise}`}>
      <DealLink formPk={one.form_pk} /> <Money paise={one.amount_paise} /> {KINDS[one.kind]()}{' '}
      <span className="soft">
        <Moment at={one.at} />
      </span>
    </li>
  ))
  return <Waiting title={m.admin_stray()} none={m.admin_stray_none()} items={items} />
}

function Stopped({ facts }: { facts: Facts }) {
  const items = facts.payouts_in_review.map((one) => (
    <li key={one.id}>
      <DealLink formPk={one.form_pk} /> <Money paise={one.amount_paise} />{' '}
      <span className="soft">
        <Moment at={one.at} />
      </span>
    </li>
  ))
  return <Waiting title={m.admin_payouts()} none={m.admin_payouts_none()} items={items} />
}

function Samples({ facts }: { facts: Facts }) {
  const items = facts.samples.map((one) => <li key={one}>{one}</li>)
  return <Waiting title={m.admin_samples()} none={m.admin_samples_none()} items={items} />
}
