/**
 * How much waits for the person: deals where it is their turn, and unread notices of no deal. It comes after the page; the
 * link to it stands there before (account-menu.tsx).
 */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { countNotices, listNotifications, readNotifications } from '#core/contract/notifications.ts'
import { m } from '#messages/compiled/messages.js'
import { plainPath } from '#web/lib/locale.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'

const EVERY_MS = 30_000
/** More would not fit beside the bell. */
const MOST = 99

export function UnreadCount() {
  const { data } = useApiQuery(countNotices, {}, { refetchInterval: EVERY_MS })
  const { unread, needs_me: count } = data ?? { unread: 0, needs_me: 0 }
  useReadByLooking(unread)
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

/** The page of a deal tells all that its notices told. */
function useReadByLooking(unread: number): void {
  const { pathname } = useLocation()
  const formPk = /^\/deals\/([\w-]+)\/?$/.exec(plainPath(pathname))?.[1]
  const { mutate } = useApiMutation(readNotifications, { refresh: [listNotifications, countNotices] })
  useEffect(() => {
    if (formPk && unread > 0) mutate({ body: { form_pk: formPk } })
  }, [formPk, unread, mutate])
}
