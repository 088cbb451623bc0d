/** Whether books and rails are well, and how old that knowledge is: after two hours it is no knowledge any more. */
import { Link } from 'react-router'
import { checkBooks, type TeamHome, teamHome } from '#core/contract/home.ts'
import { HOUR_MS } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { relativeTime } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'

const OLD_MS = 2 * HOUR_MS

interface HealthProps {
  readonly home: TeamHome
  readonly isAdmin: boolean
}

export function Health({ home, isAdmin }: HealthProps) {
  const check = useApiMutation(checkBooks, { refresh: [teamHome] })
  return (
    <section aria-labelledby="home-health">
      <h2 id="home-health">{m.home_health()}</h2>
      <Books home={home} />
      {check.isError && <ErrorNotice message={errorWords(check.error)} />}
      <p className="actions console__pagination">
        <Button busy={check.isPending} onClick={() => check.mutate({})}>
          {m.home_check_now()}
        </Button>
      </p>
      <ul className="console__list">
        {home.rails.map((rail) => (
          <li key={rail.provider}>
            <RailState rail={rail} now={Date.parse(home.now)} isAdmin={isAdmin} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Books({ home: { books, now } }: { home: TeamHome }) {
  if (!books.sound || books.problems.length > 0)
    return (
      <Notice kind="stop" title={books.sound ? m.home_alarms() : m.admin_books_wrong()} live>
        <ul>
          {books.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Notice>
    )
  if (books.checked_at === null) return <Notice kind="next" title={m.home_books_unchecked()} />
  const [at, present] = [Date.parse(books.checked_at), Date.parse(now)]
  const isOld = present - at > OLD_MS
  return (
    <Notice kind={isOld ? 'next' : 'arrived'} title={isOld ? m.home_books_old() : m.admin_books_sound()}>
      <p>
        {m.admin_books_checked()} {relativeTime(at, present)}
      </p>
    </Notice>
  )
}

interface RailStateProps {
  readonly rail: TeamHome['rails'][number]
  readonly now: number
  readonly isAdmin: boolean
}

function RailState({ rail: { provider, heard_at, unknown, unknown_at }, now, isAdmin }: RailStateProps) {
  const isOld = unknown_at !== null && now - Date.parse(unknown_at) > OLD_MS
  const words =
    unknown_at === null
      ? m.home_rail_clear()
      : m.home_rail_unknown({
          count: String(unknown),
          age: relativeTime(Date.parse(unknown_at), now),
        })
  return (
    <>
      <strong>{provider}</strong>{' '}
      <span className={isOld ? 'home__old' : 'muted'}>
        {isAdmin && unknown > 0 ? (
          <Link className="console__link" to={href('/admin/payouts#waiting-payouts')}>
            {words}
          </Link>
        ) : (
          words
        )}
      </span>
      <br />
      <span className="muted">
        {heard_at === null
          ? m.home_rail_silent()
          : m.home_rail_heard({ age: relativeTime(Date.parse(heard_at), now) })}
      </span>
    </>
  )
}
