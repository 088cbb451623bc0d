/** /admin/audit-log: who did what, and when, newest first; narrowed to a person, an action, a deal and days. */
import type { DataTableColumn } from 'mantine-datatable'
import { DataTable } from 'mantine-datatable'
import { Link } from 'react-router'
import { AUDIT_ACTIONS } from '#core/audit.ts'
import { exportAudit, type LoggedEvent, searchAudit } from '#core/contract/audit.ts'
import { ROLES } from '#core/roles.ts'
import { nextDay } from '#core/time.ts'
import { auditActionText, auditSubjectText } from '#messages/audit-text.ts'
import { m } from '#messages/compiled/messages.js'
import { addressOf } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { fetchBytes } from '#web/lib/download.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { userTypeName } from '#web/lib/role-names.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment } from '#web/ui/values.tsx'
import { ConsolePage } from './console-page.tsx'
import { ChoiceField, ValueField } from './filter-fields.tsx'
import { labelled } from './grid.tsx'
import { type GridView, useGridView } from './grid-view.ts'
import { useListHref } from './list-toolbar.tsx'
import { Mantine } from './mantine.tsx'
import { SaveFile } from './money/save-file.tsx'

export const meta = () => appMeta(m.audit_title())

const A_PAGE = 30
const FILTERS = ['action', 'person', 'deal', 'from', 'to', 'before'] as const

const AuditPage = () => (
  <ConsolePage title={m.audit_title()} roles={['Admin']}>
    {() => (
      <Mantine>
        <AuditLog />
      </Mantine>
    )}
  </ConsolePage>
)

const startOf = (day: string): string => `${day}T00:00:00+05:30`

/** As the server takes it: whole days in India. */
function queryOf({ filter: { action, person, deal, from, to } }: GridView) {
  return {
    ...(action && { action }),
    ...(person && { actor_id: person }),
    ...(deal && { subject_type: 'deal', subject_id: deal }),
    ...(from && { from: startOf(from) }),
    ...(to && { until: startOf(nextDay(to)) }),
  } as { readonly action?: (typeof AUDIT_ACTIONS)[number] }
}

function AuditLog() {
  const shown = useGridView({ filters: FILTERS, first: { by: 'id', direction: 'desc' } })
  // what is narrowed begins with its newest
  const view = {
    ...shown,
    set: (change: Readonly<Record<string, string>>) => shown.set({ before: '', ...change }),
  }
  const query = queryOf(view)
  const { before } = view.filter
  const read = useApiQuery(searchAudit, {
    query: { ...query, page_size: A_PAGE, ...(before && { before_id: Number(before) }) },
  })
  const rows = read.data ?? []
  return (
    <>
      <p className="console__prose">{m.audit_text()}</p>
      <Filters view={view} />
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {read.isPending && <Skeleton bars={6} />}
      {read.data && (
        <DataTable
          withTableBorder
          minHeight={rows.length === 0 ? 160 : 0}
          columns={labelled(columnsOf(), { first: ['action'] })}
          records={rows}
          noRecordsText={m.audit_none()}
          scrollAreaProps={{ type: 'auto' }}
        />
      )}
      <AuditPages rows={rows} isFirst={before === undefined} />
      {rows.length > 0 && (
        <SaveFile
          label={m.audit_csv()}
          name="audit.csv"
          read={() => fetchBytes(addressOf(exportAudit, { query }))}
        />
      )}
    </>
  )
}

const Filters = ({ view }: { view: GridView }) => (
  <div className="console__days">
    <ChoiceField
      view={view}
      name="action"
      label={m.audit_action()}
      choices={AUDIT_ACTIONS.map((value) => ({ value, label: auditActionText(value) })).toSorted(
        (one, other) => one.label.localeCompare(other.label),
      )}
    />
    <ValueField view={view} name="person" label={m.audit_person()} type="number" />
    <ValueField view={view} name="deal" label={m.audit_deal()} type="text" />
    <ValueField view={view} name="from" label={m.audit_from()} type="date" />
    <ValueField view={view} name="to" label={m.audit_to()} type="date" />
  </div>
)

/** By the number of the last event: what is written in between moves no page. */
function AuditPages({ rows, isFirst }: { rows: readonly LoggedEvent[]; isFirst: boolean }) {
  const hrefOf = useListHref()
  const last = rows.length === A_PAGE ? rows.at(-1) : undefined
  if (isFirst && !last) return null
  return (
    <nav className="actions" aria-label={m.deal_pages()}>
      {!isFirst && (
        <Link className="button" to={hrefOf({ before: '' })}>
          {m.audit_newest()}
        </Link>
      )}
      {last && (
        <Link className="button" rel="next" to={hrefOf({ before: String(last.id) })}>
          {m.audit_older()}
        </Link>
      )}
    </nav>
  )
}

const columnsOf = (): DataTableColumn<LoggedEvent>[] => [
  { accessor: 'at', title: m.audit_when(), noWrap: true, render: ({ at }) => <Moment at={at} /> },
  { accessor: 'actor_id', title: m.audit_who(), render: (event) => <Actor event={event} /> },
  { accessor: 'action', title: m.audit_action(), render: ({ action }) => auditActionText(action) },
  { accessor: 'subject_id', title: m.audit_subject(), render: (event) => <Subject event={event} /> },
  { accessor: 'after', title: m.audit_details(), render: (event) => <Details event={event} /> },
]

const USER_TYPES = [...ROLES, 'Admin', 'Mediator'] as const
/** As the log has it: of a role that is no more, its name. */
function roleText(name: string | null): string {
  const role = USER_TYPES.find((known) => known === name)
  return role ? userTypeName(role) : (name ?? '')
}

function Actor({ event: { actor_id: id, actor_name: name, actor_role: role } }: EventProps) {
  if (id === null) return <span className="muted">{m.audit_nobody()}</span>
  return (
    <>
      <Link className="console__link" to={href(`/admin/people/${id}`)}>
        {name ?? id}
      </Link>{' '}
      <span className="muted">
        {roleText(role)} · {id}
      </span>
    </>
  )
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  deal: (id) => `/deals/${id}`,
  user: (id) => `/admin/people/${id}`,
  statement: (id) => `/admin/statements?id=${id}`,
}

function Subject({ event: { subject_type: type, subject_id: id } }: EventProps) {
  if (type === null || id === null) return null
  const page = PAGES[type]
  return (
    <>
      {auditSubjectText(type)}{' '}
      {page ? (
        <Link className="console__link" to={href(page(id))}>
          {id.length > LONG_ID ? `${id.slice(0, LONG_ID)}…` : id}
        </Link>
      ) : (
        <code>{id}</code>
      )}
    </>
  )
}

const LONG_ID = 12

function Details({ event }: EventProps) {
  const { id, before, after, address, device } = event
  const parts = [
    [m.audit_before(), before],
    [m.audit_after(), after],
  ] as const
  const from = [address, device].filter(Boolean).join(' · ')
  if (from === '' && before === null && after === null) return null
  return (
    <details className="console__more">
      <summary aria-label={m.audit_details_of({ id: String(id) })}>{m.audit_show()}</summary>
      {parts.map(
        ([label, value]) =>
          value !== null && (
            <p key={label}>
              <span className="muted">{label}:</span> <code>{JSON.stringify(value)}</code>
            </p>
          ),
      )}
      {from !== '' && <p className="muted">{from}</p>}
    </details>
  )
}

interface EventProps {
  readonly event: LoggedEvent
}

export default AuditPage
