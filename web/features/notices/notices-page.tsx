/** /notices: what happened to my deals, newest first. What is opened is read; the page is in the address. */
import { Link, useSearchParams } from 'react-router'
import { listNotices, type Notice as News, readNotices } from '../../../core/contract/notices.ts'
import { m } from '../../../messages/compiled/messages.js'
import { errorWords } from '../../lib/api-error.ts'
import { href } from '../../lib/locale.ts'
import { useAct, usePage } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Guard } from '../../ui/guard.tsx'
import { Moment } from '../../ui/moment.tsx'
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './notices.css'

const A_PAGE = 30

export function NoticesPage() {
  return (
    <div className="page notices">
      <h1>{m.nav_notices()}</h1>
      <Guard>{() => <Listed />}</Guard>
    </div>
  )
}

function Listed() {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const read = usePage(listNotices, { query: { page, page_size: A_PAGE } }, { refetchInterval: 30_000 })
  const mark = useAct(readNotices, { refresh: [listNotices] })
  if (read.isPending) return <Skeleton bars={6} />
  if (!read.data) return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { rows, total } = read.data
  if (rows.length === 0) return <EmptyState title={m.notices_none()} />
  return (
    <>
      {rows.some((row) => !row.read) && (
        <p>
          <Button busy={mark.isPending} onClick={() => mark.mutate({ body: {} })}>
            {m.notices_read_all()}
          </Button>
        </p>
      )}
      {mark.isError && <ErrorNotice message={errorWords(mark.error)} />}
      <ul className="notices__list">
        {rows.map((row) => (
          <OneNotice key={row.id} row={row} onRead={() => mark.mutate({ body: { ids: [row.id] } })} />
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / A_PAGE)} hrefOf={(to) => (to > 1 ? `?page=${to}` : '?')} />
    </>
  )
}

function OneNotice({ row, onRead }: { row: News; onRead: () => void }) {
  return (
    <li className={`notices__one ${row.read ? '' : 'notices__one--new'}`}>
      <p className="notices__title">
        {!row.read && <strong className="notices__new">{m.notices_new()}</strong>}
        {row.form_pk === null ? (
          row.title
        ) : (
          <Link to={href(`/deals/${row.form_pk}`)} onClick={() => row.read || onRead()}>
            {row.title}
          </Link>
        )}
      </p>
      {row.about && <p className="soft">{row.about}</p>}
      {row.text !== '' && <p>{row.text}</p>}
      <p className="notices__foot soft">
        <Moment at={row.at} />
        {!row.read && (
          <Button kind="quiet" aria-label={m.notices_read_this({ title: row.title })} onClick={onRead}>
            {m.notices_read_one()}
          </Button>
        )}
      </p>
    </li>
  )
}
