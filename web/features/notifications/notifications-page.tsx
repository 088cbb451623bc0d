/** /notices: what happened in the user's deals, newest first. Opening one marks it as read; the page number is in the URL. */
import { Link, useSearchParams } from 'react-router'
import { listNotifications, type Notification, readNotifications } from '#core/contract/notifications.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiPage } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
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
  const mark = useApiMutation(readNotifications, { refresh: [listNotifications] })
  if (read.isPending) return <Skeleton bars={6} />
  if (!read.data) return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { rows, total } = read.data
  if (rows.length === 0) return <EmptyState title={m.notifications_none()} />
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
      <ul className="notifications__list">
        {rows.map((row) => (
          <NotificationItem key={row.id} row={row} onRead={() => mark.mutate({ body: { ids: [row.id] } })} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(total / PAGE_SIZE)}
        hrefOf={(to) => (to > 1 ? `?page=${to}` : '?')}
      />
    </>
  )
}

interface NotificationItemProps {
  readonly row: Notification
  readonly onRead: () => void
}

function NotificationItem({ row, onRead }: NotificationItemProps) {
  return (
    <li className={`notifications__item ${row.read ? '' : 'notifications__item--new'}`}>
      <p className="notifications__title">
        {!row.read && <strong className="notifications__new">{m.notifications_new()}</strong>}
        {row.form_pk === null ? (
          row.title
        ) : (
          <Link to={href(`/deals/${row.form_pk}`)} onClick={() => row.read || onRead()}>
            {row.title}
          </Link>
        )}
      </p>
      {row.about && <p className="muted">{row.about}</p>}
      {row.text !== '' && <p>{row.text}</p>}
      <p className="notifications__footer muted">
        <Moment at={row.at} />
        {!row.read && (
          <Button kind="quiet" aria-label={m.notifications_read_this({ title: row.title })} onClick={onRead}>
            {m.notifications_read_one()}
          </Button>
        )}
      </p>
    </li>
  )
}
