/** /deals: my deals, newest first; what needs me is marked. The filter and the page are in the address. */
import { Link, useSearchParams } from 'react-router'
import type { User } from '../../../../core/contract/auth.ts'
import { DEALS_SHOWN, listDeals } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { errorWords } from '../../../lib/api-error.ts'
import { href } from '../../../lib/locale.ts'
import { usePage } from '../../../lib/queries.ts'
import { startPath } from '../../../lib/start-path.ts'
import { Guard } from '../../../ui/guard.tsx'
import { EmptyState, ErrorNotice } from '../../../ui/notice.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import '../deal.css'
import { DealCard } from './deal-card.tsx'

type Show = (typeof DEALS_SHOWN)[number]
const A_PAGE = 30

const FILTERS: Readonly<Record<Show, () => string>> = {
  all: m.deal_list_all,
  open: m.deal_list_open,
  ended: m.deal_list_ended,
}

export function DealsPage() {
  return (
    <div className="page deals">
      <h1>{m.nav_my_deals()}</h1>
      <Guard>{(user) => <Listed user={user} />}</Guard>
    </div>
  )
}

function Listed({ user }: { user: User }) {
  const [search] = useSearchParams()
  const show = DEALS_SHOWN.find((one) => one === search.get('show')) ?? 'all'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const read = usePage(listDeals, { query: { page, page_size: A_PAGE, show } }, { refetchInterval: 30_000 })
  return (
    <>
      <nav className="deals__filters" aria-label={m.deal_list_show()}>
        {DEALS_SHOWN.map((one) => (
          <Link
            key={one}
            className="button"
            to={one === 'all' ? '.' : `?show=${one}`}
            aria-current={one === show ? 'true' : undefined}
          >
            {FILTERS[one]()}
          </Link>
        ))}
      </nav>
      {read.isPending && <Skeleton bars={6} />}
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {read.data?.rows.length === 0 && <Empty user={user} show={show} />}
      {read.data && read.data.rows.length > 0 && (
        <>
          <p className="soft" role="status">
            {m.deal_list_count({ count: String(read.data.total) })}
          </p>
          <ul className="deals__list">
            {read.data.rows.map((row) => (
              <DealCard key={row.form_pk} row={row} />
            ))}
          </ul>
          <Pager page={page} pages={Math.ceil(read.data.total / A_PAGE)} hrefOf={(to) => hrefOf(show, to)} />
        </>
      )}
    </>
  )
}

const hrefOf = (show: Show, page: number): string =>
  `?${new URLSearchParams({ ...(show === 'all' ? {} : { show }), ...(page > 1 ? { page: String(page) } : {}) })}`

/** What comes next, by role: who makes offers makes one, who gets them asks for the link. */
function Empty({ user, show }: { user: User; show: Show }) {
  const [role] = user.user_type
  if (show !== 'all') return <EmptyState title={m.deal_list_none_here()} />
  if (role === 'Admin' || role === 'Mediator')
    return (
      <EmptyState title={m.deal_list_none()}>
        <Link className="button button--next" to={href('/admin_dashboard')}>
          {m.admin_title()}
        </Link>
      </EmptyState>
    )
  const isAsked = role === 'Seller' || role === 'Client'
  return (
    <EmptyState title={m.deal_list_none()}>
      <p>{isAsked ? m.deal_list_next_link() : m.deal_list_next_offer()}</p>
      <Link className="button button--next" to={href(startPath(role))}>
        {isAsked ? m.deal_list_paste() : m.deal_list_start()}
      </Link>
    </EmptyState>
  )
}
