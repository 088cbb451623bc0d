/** /deals, the home of whoever is signed in: by what is to be done, or as a list. Filter, search and page are in the URL. */
import type { FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import { DEALS_SHOWN, listDeals } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useSession } from '#web/lib/hooks.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiPage } from '#web/lib/queries.ts'
import { startPath } from '#web/lib/start-path.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import './deals-list.css'
import { DealCard } from './deal-card.tsx'
import { HomeView } from './home-view.tsx'
import { Invitations } from './invitations.tsx'
import { Requests } from './requests.tsx'

type DealFilter = (typeof DEALS_SHOWN)[number]
const PAGE_SIZE = 30

const FILTERS: Readonly<Record<DealFilter, () => string>> = {
  all: m.deal_list_all,
  open: m.deal_list_open,
  ended: m.deal_list_ended,
}

const isTeam = ({ user_type: [role] }: User): boolean => role === 'Admin' || role === 'Mediator'

export const meta = () => appMeta(m.nav_my_deals())

export default function DealsPage() {
  return (
    <div className="page deals">
      <div className="deals__head">
        <h1>{m.nav_my_deals()}</h1>
        <NewDeal />
      </div>
      <RequireAuth>{(user) => <Deals user={user} />}</RequireAuth>
    </div>
  )
}

/** Beside the heading, whatever has been loaded. */
function NewDeal() {
  const user = useSession()?.user
  return (
    user &&
    !isTeam(user) && (
      <Link className="button button--next" to={href('/form')}>
        {m.deal_home_new()}
      </Link>
    )
  )
}

function Deals({ user }: { user: User }) {
  const [query] = useSearchParams()
  const show = DEALS_SHOWN.find((filter) => filter === query.get('show')) ?? 'all'
  const search = query.get('search')?.trim() ?? ''
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1)
  const isHome = show === 'all' && search === '' && page === 1
  return (
    <>
      <nav className="deals__filters" aria-label={m.deal_list_show()}>
        {DEALS_SHOWN.map((filter) => (
          <Link
            key={filter}
            className="button"
            to={hrefOf({ show: filter, search, page: 1 })}
            aria-current={filter === show ? 'true' : undefined}
          >
            {FILTERS[filter]()}
          </Link>
        ))}
      </nav>
      <Search key={search} show={show} search={search} />
      {isHome && !isTeam(user) && <Requests user={user} />}
      {isHome && !isTeam(user) && <Invitations user={user} />}
      {isHome ? <HomeView empty={<NoDeals user={user} />} /> : <DealList {...{ show, search, page }} />}
    </>
  )
}

interface Shown {
  readonly show: DealFilter
  readonly search: string
  readonly page: number
}

const hrefOf = ({ show, search, page }: Shown): string =>
  `?${new URLSearchParams({
    ...(show === 'all' ? {} : { show }),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })}`

function Search({ show, search }: Omit<Shown, 'page'>) {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    void navigate(hrefOf({ show, search: words, page: 1 }))
  }
  return (
    <form className="deals__search" onSubmit={submit}>
      <label className="visually-hidden" htmlFor="deal-search">
        {m.deal_home_search()}
      </label>
      <input
        id="deal-search"
        className="input"
        type="search"
        name="search"
        maxLength={100}
        defaultValue={search}
        placeholder={m.deal_home_search()}
      />
      <Button type="submit">{m.deal_home_find()}</Button>
    </form>
  )
}

function DealList({ show, search, page }: Shown) {
  const query = { page, page_size: PAGE_SIZE, show, ...(search ? { search } : {}) }
  const read = useApiPage(listDeals, { query }, { refetchInterval: 30_000 })
  if (read.isPending) return <Skeleton bars={6} />
  if (!read.data) return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { rows, total } = read.data
  if (rows.length === 0)
    return <EmptyState title={search ? m.deal_home_search_none({ search }) : m.deal_list_none_here()} />
  return (
    <>
      <p className="muted" role="status">
        {m.deal_list_count({ count: String(total) })}
      </p>
      <ul className="deals__list">
        {rows.map((row) => (
          <DealCard key={row.form_pk} row={row} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(total / PAGE_SIZE)}
        hrefOf={(to) => hrefOf({ show, search, page: to })}
      />
    </>
  )
}

const NO_DEALS = <Picture name="no-deals" />

/** The next step by role: making an offer, or opening the link of one. */
function NoDeals({ user }: { user: User }) {
  const [role] = user.user_type
  if (isTeam(user))
    return (
      <EmptyState title={m.deal_list_none()} picture={NO_DEALS}>
        <Link className="button button--next" to={href('/admin_dashboard')}>
          {m.admin_title()}
        </Link>
      </EmptyState>
    )
  const receivesOffers = role === 'Seller' || role === 'Client'
  return (
    <EmptyState title={m.deal_list_none()} picture={NO_DEALS}>
      <p>{receivesOffers ? m.deal_list_next_link() : m.deal_list_next_offer()}</p>
      <Link className="button button--next" to={href(startPath(role))}>
        {receivesOffers ? m.deal_list_paste() : m.deal_list_start()}
      </Link>
    </EmptyState>
  )
}
