/** What the team sees first: money against banks and providers, today, what waits and for how long, and whether all is well. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type TeamHome, teamHome } from '#core/contract/home.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { formatCount, relativeTime } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { DESK_WORDS, isKnownDesk } from './desk-words.ts'
import { Health } from './health.tsx'
import './home.css'

/** A library of their own: they come after the page, and no other page has them. */
const Charts = lazyWithRetry(() => import('./charts.tsx').then(({ Charts }) => Charts), { bars: 6 })

interface HomeProps {
  readonly isAdmin: boolean
}

export function Home({ isAdmin }: HomeProps) {
  const read = useApiQuery(teamHome, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={6} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { money } = read.data
  return (
    <>
      {money.own_paise < 0 && (
        <Notice kind="stop" title={m.money_short()} live>
          <p>
            <Money paise={-money.own_paise} />
          </p>
          <p>{m.money_short_text()}</p>
        </Notice>
      )}
      <Figures home={read.data} isAdmin={isAdmin} />
      <div className="console__tasks">
        <Queue home={read.data} />
        <Deadlines home={read.data} />
        <Health home={read.data} isAdmin={isAdmin} />
        <States home={read.data} />
      </div>
      <div className="home__later">
        <Charts states={read.data.states} isAdmin={isAdmin} />
      </div>
    </>
  )
}

interface FigureProps {
  readonly label: string
  /** Where its rows are; null for whoever may not see them. */
  readonly to: string | null
  readonly children: ReactNode
}

const Figure = ({ label, to, children }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {to === null ? (
        children
      ) : (
        <Link className="console__link" to={href(to)}>
          {children}
        </Link>
      )}
    </dd>
  </div>
)

function Figures({ home: { money, today, day }, isAdmin }: { home: TeamHome; isAdmin: boolean }) {
  const moves = (dir: string): string => `/admin/movements?dir=${dir}&day=${day}`
  const books = isAdmin ? '/admin/ledger' : null
  return (
    <dl className="console__figures">
      <Figure label={m.admin_held()} to="/admin_dashboard?state=held#transactions">
        <Money paise={money.held_paise} />
      </Figure>
      <Figure label={m.home_others()} to={books}>
        <Money paise={money.others_paise} />
      </Figure>
      <Figure label={m.home_backing()} to={books}>
        <Money paise={money.backing_paise} />
      </Figure>
      <Figure label={m.money_own()} to={books}>
        <Money paise={money.own_paise} />
      </Figure>
      <Figure label={m.money_in_today()} to={moves('in')}>
        <Money paise={today.in_paise} />
      </Figure>
      <Figure label={m.money_out_today()} to={moves('out')}>
        <Money paise={today.out_paise} />
      </Figure>
    </dl>
  )
}

const ago = (at: string, now: string): string => relativeTime(Date.parse(at), Date.parse(now))

function Queue({ home: { desks: all, now } }: { home: TeamHome }) {
  const desks = all.filter(isKnownDesk)
  return (
    <section aria-labelledby="home-queue">
      <h2 id="home-queue">{m.money_waiting()}</h2>
      {desks.length === 0 && <p className="muted">{m.money_waiting_none()}</p>}
      <ul className="console__list">
        {desks.map(({ desk, count, oldest_at }) => (
          <li key={desk}>
            <Link className="console__link" to={href(DESK_WORDS[desk].path)}>
              {DESK_WORDS[desk].label({ count: formatCount(count) })}
            </Link>{' '}
            <span className="muted">{m.home_oldest({ age: ago(oldest_at, now) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Deadlines({ home: { deadlines, now } }: { home: TeamHome }) {
  return (
    <section aria-labelledby="home-deadlines">
      <h2 id="home-deadlines">{m.home_deadlines()}</h2>
      {deadlines.length === 0 && <p className="muted">{m.home_deadlines_none()}</p>}
      <ul className="console__list">
        {deadlines.map(({ form_pk, product, status, amount_paise, due_at }) => (
          <li key={form_pk}>
            <Link className="console__link" to={href(`/deals/${form_pk}`)}>
              {product || form_pk.slice(0, 8)}
            </Link>{' '}
            <Money paise={amount_paise} /> · {statusName(status)}
            <br />
            <span className="muted">
              <Moment at={due_at} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function States({ home: { states } }: { home: TeamHome }) {
  return (
    <section aria-labelledby="home-states">
      <h2 id="home-states">{m.admin_open_deals()}</h2>
      {states.length === 0 && <p className="muted">{m.home_states_none()}</p>}
      <ul className="console__list">
        {states.map(({ status, count }) => (
          <li key={status}>
            <Link className="console__link" to={href(`/admin_dashboard?state=${status}#transactions`)}>
              {statusName(status)}
            </Link>{' '}
            {formatCount(count)}
          </li>
        ))}
      </ul>
    </section>
  )
}
