/** What needs the team, row by row: money that found no deal, payouts that stopped. Disputes have a desk of their own. */
import { attention } from '#core/contract/admin.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { DealLink } from './deal-link.tsx'
import { WaitingPayouts } from './waiting-payouts.tsx'

type AttentionReport = Answer<typeof attention>

export function Overview() {
  const read = useApiQuery(attention, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={5} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const facts = read.data
  return (
    <div className="console__tasks">
      <Stray facts={facts} />
      <WaitingPayouts />
    </div>
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
      {items.length === 0 ? <p className="muted">{none}</p> : <ul className="console__list">{items}</ul>}
    </section>
  )
}

const KINDS: Readonly<Record<AttentionReport['stray_payments'][number]['kind'], () => string>> = {
  late: m.admin_stray_late,
  double: m.admin_stray_double,
  short: m.admin_stray_short,
  over: m.admin_stray_over,
  unknown: m.admin_stray_unknown,
}
function Stray({ facts }: { facts: AttentionReport }) {
  const items = facts.stray_payments.map((item) => (
    <li key={`${item.form_pk}${item.at}${item.amount_paise}`}>
      <DealLink formPk={item.form_pk} /> <Money paise={item.amount_paise} /> {KINDS[item.kind]()}{' '}
      <span className="muted">
        <Moment at={item.at} />
      </span>
    </li>
  ))
  return <Waiting title={m.admin_stray()} none={m.admin_stray_none()} items={items} />
}
