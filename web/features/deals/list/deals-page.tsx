/** /deals: the user's deals, newest first, with their own move marked. Filter and page number are in the URL. */
import { Link, useSearchParams } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import { DEALS_SHOWN, type DealListItem, listDeals } from '#core/contract/deals.ts'
import { otherParty } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { roleName, statusName } from '#messages/lifecycle-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiPage } from '#web/lib/queries.ts'
import { startPath } from '#web/lib/start-path.ts'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import './deals-list.css'

type DealFilter = (typeof DEALS_SHOWN)[number]
const PAGE_SIZE = 30

const FILTERS: Readonly<Record<DealFilter, () => string>> = {
  all: m.deal_list_all,
  open: m.deal_list_open,
  ended: m.deal_list_ended,
}

export const meta = () => appMeta(m.nav_my_deals())

export default function DealsPage() {
  return (
    <div className="page deals">
      <h1>{m.nav_my_deals()}</h1>
      <RequireAuth>{(user) => <DealList user={user} />}</RequireAuth>
    </div>
  )
}

function DealList({ user }: { user: User }) {
  const [search] = useSearchParams()
  const show = DEALS_SHOWN.find((filter) => filter === search.get('show')) ?? 'all'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const read = useApiPage(
    listDeals,
    { query: { page, page_size: PAGE_SIZE, show } },
    { refetchInterval: 30_000 },
  )
  return (
    <>
      <nav className="deals__filters" aria-label={m.deal_list_show()}>
        {DEALS_SHOWN.map((filter) => (
          <Link
            key={filter}
            className="button"
            to={filter === 'all' ? '.' : `?show=${filter}`}
            aria-current={filter === show ? 'true' : undefined}
          >
            {FILTERS[filter]()}
          </Link>
        ))}
      </nav>
      {read.isPending && <Skeleton bars={6} />}
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {read.data?.rows.length === 0 && <NoDeals user={user} show={show} />}
      {read.data && read.data.rows.length > 0 && (
        <>
          <p className="muted" role="status">
            {m.deal_list_count({ count: String(read.data.total) })}
          </p>
          <ul className="deals__list">
            {read.data.rows.map((row) => (
              <DealCard key={row.form_pk} row={row} />
            ))}
          </ul>
          <Pager
            page={page}
            pages={Math.ceil(read.data.total / PAGE_SIZE)}
            hrefOf={(to) => hrefOf(show, to)}
          />
        </>
      )}
    </>
  )
}

const hrefOf = (show: DealFilter, page: number): string =>
  `?${new URLSearchParams({ ...(show === 'all' ? {} : { show }), ...(page > 1 ? { page: String(page) } : {}) })}`

/** The next step by role: making an offer, or opening the link of one. */
function NoDeals({ user, show }: { user: User; show: DealFilter }) {
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
  const receivesOffers = role === 'Seller' || role === 'Client'
  return (
    <EmptyState title={m.deal_list_none()}>
      <p>{receivesOffers ? m.deal_list_next_link() : m.deal_list_next_offer()}</p>
      <Link className="button button--next" to={href(startPath(role))}>
        {receivesOffers ? m.deal_list_paste() : m.deal_list_start()}
      </Link>
    </EmptyState>
  )
}

/** Title, amount, other party, status and deadline of one deal. */
function DealCard({ row }: { row: DealListItem }) {
  const isMyMove = row.whose_move.includes(row.me)
  const otherRole = roleName(otherParty(row.me), row.track)
  return (
    <li className={`deal-card ${isMyMove ? 'deal-card--mine' : ''}`}>
      <div className="deal-card__top">
        <Link className="deal-card__title" to={href(`/deals/${row.form_pk}`)}>
          {row.title}
        </Link>
        <strong>
          <Money paise={row.amount_paise} />
        </strong>
      </div>
      <p className="muted">
        {otherRole}: {row.other_party}
      </p>
      <p>
        {isMyMove && <strong className="deal-card__badge">{m.deal_list_your_move()}</strong>}
        {statusName(row.status)}
      </p>
      {row.due_at && (
        <p className="muted">
          {m.deal_until()} <Moment at={row.due_at} />
        </p>
      )}
    </li>
  )
}
