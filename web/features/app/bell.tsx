/**
 * How much waits for the person: deals where it is their turn, and unread notices of no deal. It comes after the page; the
 * link to it stands there before (account-menu.tsx).
 */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { countNotices, listNotifications, readNotifications } from '#core/contract/notifications.ts'
import { m } from '#messages/compiled/messages.js'
import { plainPath } from '#web/lib/locale.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'

const EVERY_MS = 30_000
/** More would not fit beside the bell. */
const MOST = 99

export function UnreadCount() {
  const { data, dataUpdatedAt } = useApiQuery(countNotices, {}, { refetchInterval: EVERY_MS })
  const { unread, needs_me: count } = data ?? { unread: 0, needs_me: 0 }
  useReadByLooking(unread, dataUpdatedAt)
  if (count === 0) return null
  return (
    <>
      <span className="header__count" aria-hidden="true">
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="visually-hidden">{m.notifications_unread({ count: String(count) })}</span>
    </>
  )
}

/** The page of a deal tells all that its notices told. Once for each count: a mark that fails waits for the next one. */
function useReadByLooking(unread: number, countedAt: number): void {
  const { pathname } = useLocation()
  const formPk = /^\/deals\/([\w-]+)\/?$/.exec(plainPath(pathname))?.[1]
  const { mutate } = useApiMutation(readNotifications, { refresh: [listNotifications, countNotices] })
  // another function each time this is drawn, and a mark that failed draws it anew: as a dependency it marked without end
  const latestMark = useRef(mutate)
  latestMark.current = mutate
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count of the same number tries again
  useEffect(() => {
    if (formPk && unread > 0) latestMark.current({ body: { form_pk: formPk } })
  }, [formPk, unread, countedAt])
}
