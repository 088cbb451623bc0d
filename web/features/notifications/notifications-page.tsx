/** /notices: what others did in one's deals, a line each under its deal, newest first. Opening a deal marks its lines as read. */
import { Link, useSearchParams } from 'react-router'
import {
  countNotices,
  listNotifications,
  type Notification,
  readNotifications,
} from '#core/contract/notifications.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiPage } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment } from '#web/ui/values.tsx'
import './notifications.css'

const PAGE_SIZE = 30

export const meta = () => appMeta(m.nav_notifications())

export default function NotificationsPage() {
  return (
    <div className="page notifications">
      <h1>{m.nav_notifications()}</h1>
      <p className="muted">{m.notifications_about()}</p>
      <RequireAuth>{() => <NotificationList />}</RequireAuth>
    </div>
  )
}

function NotificationList() {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const read = useApiPage(
    listNotifications,
    { query: { page, page_size: PAGE_SIZE } },
    { refetchInterval: 30_000 },
  )
  const mark = useApiMutation(readNotifications, { refresh: [listNotifications, countNotices] })
  if (read.isPending) return <Skeleton bars={6} />
  if (!read.data) return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { rows, total } = read.data
  if (rows.length === 0)
    return <EmptyState title={m.notifications_none()} picture={<Picture name="no-notices" />} />
  return (
    <>
      {rows.some((row) => !row.read) && (
        <p>
          <Button busy={mark.isPending} onClick={() => mark.mutate({ body: {} })}>
            {m.notifications_read_all()}
          </Button>
        </p>
      )}
      {mark.isError && <ErrorNotice message={errorWords(mark.error)} />}
      {groupsOf(rows).map((group) => (
        <DealNotices
          key={group.rows[0]?.id}
          group={group}
          onRead={() => mark.mutate({ body: { ids: group.rows.map(({ id }) => id) } })}
        />
      ))}
      <Pager
        page={page}
        pages={Math.ceil(total / PAGE_SIZE)}
        hrefOf={(to) => (to > 1 ? `?page=${to}` : '?')}
      />
    </>
  )
}

interface NoticeGroup {
  readonly formPk: string | null
  readonly about: string | null
  readonly rows: Notification[]
}

/** By deal, each where its newest line stands. What is of no deal stands alone. */
function groupsOf(rows: readonly Notification[]): NoticeGroup[] {
  const groups: NoticeGroup[] = []
  for (const row of rows) {
    const group = groups.find(({ formPk }) => formPk !== null && formPk === row.form_pk)
    if (group) group.rows.push(row)
    else groups.push({ formPk: row.form_pk, about: row.about, rows: [row] })
  }
  return groups
}

/** Where that is done which a notice of no deal speaks of. */
const PLACES: Readonly<Record<string, { readonly path: string; readonly name: () => string }>> = {
  invite_joined: { path: '/deals', name: m.nav_my_deals },
  number_claimed: { path: '/account', name: m.nav_account },
  claim_refused: { path: '/account', name: m.nav_account },
}

function DealNotices({ group, onRead }: { readonly group: NoticeGroup; readonly onRead: () => void }) {
  const { formPk, about, rows } = group
  const isNew = rows.some((row) => !row.read)
  const title = about ?? rows[0]?.title ?? ''
  const place = PLACES[rows[0]?.kind ?? '']
  return (
    <section className={`notifications__item ${isNew ? 'notifications__item--new' : ''}`}>
      {formPk !== null && (
        <h2 className="notifications__title">
          <Link to={href(`/deals/${formPk}`)}>{title}</Link>
        </h2>
      )}
      <ul className="notifications__list">
        {rows.map((row) => (
          <li key={row.id}>
            {!row.read && <strong className="notifications__new">{m.notifications_new()}</strong>}
            {row.title}{' '}
            <span className="muted">
              <Moment at={row.at} />
            </span>
          </li>
        ))}
      </ul>
      {formPk === null && <p>{rows[0]?.text}</p>}
      {place && (
        <p>
          <Link className="tap-target" to={href(place.path)}>
            {place.name()}
          </Link>
        </p>
      )}
      {isNew && (
        <Button kind="quiet" aria-label={m.notifications_read_this({ title })} onClick={onRead}>
          {m.notifications_read_one()}
        </Button>
      )}
    </section>
  )
}
