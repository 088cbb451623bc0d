/** /admin/grievances: complaints about us, the most pressing at the top; each is acknowledged, then answered. */
import { useState } from 'react'
import { Link } from 'react-router'
import {
  acknowledgeGrievance,
  type Grievance,
  listGrievances,
  resolveGrievance,
} from '#core/contract/grievance.ts'
import { teamDesks } from '#core/contract/home.ts'
import { proseField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiPage } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ProseField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment } from '#web/ui/values.tsx'
import { ConsolePage } from './console-page.tsx'
import { ListToolbar, noneWords, useListHref, useListView } from './list-toolbar.tsx'

const A_PAGE = 20

export const meta = () => appMeta(m.admin_nav_grievances())

const GrievancesPage = () => (
  <ConsolePage title={m.admin_nav_grievances()}>{() => <GrievanceDesk />}</ConsolePage>
)

function GrievanceDesk() {
  const view = useListView()
  const states = [
    ['', m.list_all()],
    ['open', m.admin_grievances_open()],
    ['resolved', m.admin_grievances_resolved()],
  ] as const
  return (
    <>
      <ListToolbar view={view} states={states} hint={m.admin_search_grievances()} />
      <GrievanceList page={view.page} state={view.filter.state} search={view.search} />
    </>
  )
}

interface GrievanceListProps {
  readonly page: number
  readonly state: string | undefined
  readonly search: string
}

function GrievanceList({ page, state, search }: GrievanceListProps) {
  const hrefOf = useListHref()
  const query = { page, page_size: A_PAGE, search, ...(state ? { state: state as 'open' } : {}) }
  const read = useApiPage(listGrievances, { query }, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={4} />
  if (!read.data) return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { rows, total } = read.data
  if (rows.length === 0)
    return <EmptyState title={noneWords(search, state ? m.list_none() : m.admin_grievances_none())} />
  return (
    <>
      <ul className="console__list">
        {rows.map((row) => (
          <li key={row.ticket}>
            <One row={row} />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(total / A_PAGE)}
        hrefOf={(to) => hrefOf({ page: to > 1 ? String(to) : '' })}
      />
    </>
  )
}

function One({ row }: { row: Grievance }) {
  const [isAnswering, setAnswering] = useState(false)
  const acknowledge = useApiMutation(acknowledgeGrievance, {
    refresh: [listGrievances, teamDesks],
    onDone: ({ ticket }) => toast(m.admin_grievance_acknowledged({ ticket })),
  })
  return (
    <article aria-label={row.ticket}>
      <h2>
        {row.ticket}{' '}
        {row.overdue && <strong className="console__overdue">{m.admin_grievance_overdue()}</strong>}
      </h2>
      <p className="muted">
        {row.name} · <a href={`mailto:${row.email}`}>{row.email}</a>
        {row.phone_number && ` · +91 ${row.phone_number}`} · <Moment at={row.created_at} />
      </p>
      {row.subject && (
        <p>
          <strong>{row.subject}</strong>
        </p>
      )}
      <p className="console__prose">{row.message}</p>
      <About row={row} />
      <Due row={row} />
      {row.status === 'resolved' ? (
        <p className="console__prose">
          <strong>{m.admin_grievance_answer()}</strong> {row.answer}
        </p>
      ) : isAnswering ? (
        <Answering row={row} onClose={() => setAnswering(false)} />
      ) : (
        <p className="actions">
          {row.status === 'received' && (
            <Button
              kind="next"
              busy={acknowledge.isPending}
              onClick={() => acknowledge.mutate({ params: { ticket: row.ticket } })}
            >
              {m.admin_grievance_acknowledge()}
            </Button>
          )}
          <Button onClick={() => setAnswering(true)}>{m.admin_grievance_resolve()}</Button>
        </p>
      )}
      {acknowledge.isError && <ErrorNotice message={errorWords(acknowledge.error)} />}
    </article>
  )
}

/** Where the rest of the story is. */
function About({ row: { person, deals } }: { row: Grievance }) {
  if (person === null && deals.length === 0) return null
  return (
    <p>
      {person && (
        <>
          {m.admin_grievance_account()}{' '}
          <Link className="console__link console__person" to={href(`/admin/people/${person.id}`)}>
            {person.name}
          </Link>
        </>
      )}
      {deals.map((id) => (
        <span key={id}>
          {m.admin_grievance_deals()}{' '}
          <Link className="console__link console__person" to={href(`/deals/${id}`)}>
            {id}
          </Link>
        </span>
      ))}
    </p>
  )
}

/** The promise that runs, or when the last one was kept. */
function Due({ row }: { row: Grievance }) {
  if (row.resolved_at)
    return (
      <p className="muted">
        {m.admin_grievance_resolved_at()} <Moment at={row.resolved_at} />
      </p>
    )
  const isNew = row.acknowledged_at === null
  return (
    <p className="muted">
      {isNew ? m.admin_grievance_acknowledge_by() : m.admin_grievance_resolve_by()}{' '}
      <Moment at={isNew ? row.acknowledge_by : row.resolve_by} />
    </p>
  )
}

function Answering({ row, onClose }: { row: Grievance; onClose: () => void }) {
  const { field, attempt, summary, showErrors } = useFields({ answer: '' }, { answer: proseField(2, 4000) })
  const resolve = useApiMutation(resolveGrievance, {
    refresh: [listGrievances, teamDesks],
    onDone: ({ ticket }) => toast(m.admin_grievance_resolved({ ticket })),
  })
  const send = () =>
    resolve.mutate(
      { params: { ticket: row.ticket }, body: { answer: String(field('answer').value) } },
      { onError: showErrors },
    )
  return (
    <form
      className="console__form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!resolve.isPending) attempt(send)
      }}
    >
      <ErrorSummary {...summary} />
      <ProseField
        {...field('answer')}
        label={m.admin_grievance_answer()}
        hint={m.admin_grievance_answer_hint({ name: row.name })}
      />
      {resolve.isError && !field('answer').error && <ErrorNotice message={errorWords(resolve.error)} />}
      <p className="actions">
        <Button type="submit" kind="next" busy={resolve.isPending}>
          {m.admin_grievance_send()}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
      </p>
    </form>
  )
}

export default GrievancesPage
