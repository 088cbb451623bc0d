/** /admin/inbox: what payment providers have reported; what was given up is tried again from here. */
import { Link, useSearchParams } from 'react-router'
import type { Answer } from '#core/contract/endpoint.ts'
import { listInbox, replayReport } from '#core/contract/inbox.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiPage } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment } from '#web/ui/values.tsx'
import './money.css'

export const meta = () => appMeta(m.inbox_title())

const A_PAGE = 30
type Report = Answer<typeof listInbox>[number]

const STATE_WORDS: Readonly<Record<Report['state'], () => string>> = {
  failed: m.inbox_failed,
  new: m.inbox_new,
  ignored: m.inbox_ignored,
  applied: m.inbox_applied,
}
const STATES = Object.keys(STATE_WORDS) as Report['state'][]

const InboxPage = () => (
  <ConsolePage title={m.inbox_title()} roles={['Admin']}>
    {() => <Inbox />}
  </ConsolePage>
)

const pathOf = (state: Report['state'] | null, page = 1): string => {
  const query = new URLSearchParams({
    ...(state === null ? {} : { state }),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return `/admin/inbox${query.size > 0 ? `?${query}` : ''}`
}

function Inbox() {
  const [search] = useSearchParams()
  const state = STATES.find((name) => name === search.get('state')) ?? null
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const query = { page, page_size: A_PAGE, ...(state === null ? {} : { state }) }
  const read = useApiPage(listInbox, { query }, { refetchInterval: 60_000 })
  const { rows = [], total = 0 } = read.data ?? {}
  return (
    <>
      <nav className="money__tabs" aria-label={m.inbox_title()}>
        {[null, ...STATES].map((name) => (
          <Link
            key={name}
            className="button"
            to={href(pathOf(name))}
            aria-current={name === state ? 'page' : undefined}
          >
            {name === null ? m.inbox_all() : STATE_WORDS[name]()}
          </Link>
        ))}
      </nav>
      {read.isPending && <Skeleton bars={4} />}
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {read.data && rows.length === 0 && <EmptyState title={m.inbox_none()} />}
      <ListCsv
        rows={rows}
        columns={['id', 'at', 'provider', 'event_id', 'state', 'tries', 'problem']}
        file="reports.csv"
      />
      <ul className="console__list">
        {rows.map((report) => (
          <li key={report.id}>
            <OneReport report={report} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / A_PAGE)} hrefOf={(to) => href(pathOf(state, to))} />
    </>
  )
}

function OneReport({ report }: { report: Report }) {
  const replay = useApiMutation(replayReport, {
    refresh: [listInbox],
    onDone: () => toast(m.inbox_replayed()),
  })
  return (
    <article aria-label={report.event_id}>
      <p>
        <strong>{STATE_WORDS[report.state]()}</strong> · {report.provider} · {report.event_id}
      </p>
      <p className="muted">
        <Moment at={report.at} /> · {m.inbox_tries({ count: String(report.tries) })}
      </p>
      {report.problem && <p className="console__prose">{report.problem}</p>}
      {replay.isError && <ErrorNotice message={errorWords(replay.error)} />}
      {report.state === 'failed' && (
        <Button
          aria-label={m.inbox_replay_name({ id: String(report.id) })}
          busy={replay.isPending}
          onClick={() => replay.mutate({ params: { id: report.id } })}
        >
          {m.inbox_replay()}
        </Button>
      )}
    </article>
  )
}

export default InboxPage
