/** How much news waits to be read. It comes after the page; the link to it stands there before (account-menu.tsx). */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { listNotifications, readNotifications } from '#core/contract/notifications.ts'
import { m } from '#messages/compiled/messages.js'
import { plainPath } from '#web/lib/locale.ts'
import { useApiMutation, useApiPage } from '#web/lib/queries.ts'

const EVERY_MS = 30_000
/** More would not fit beside the bell. */
const MOST = 99

/** Asked for one row: the total of the unread ones comes with it. */
export function UnreadCount() {
  const query = { page: 1, page_size: 1, unread: '1' } as const
  const { data } = useApiPage(listNotifications, { query }, { refetchInterval: EVERY_MS })
  const unread = data?.total ?? 0
  useReadByLooking(unread)
  if (unread === 0) return null
  return (
    <>
      <span className="header__count" aria-hidden="true">
        {unread > MOST ? `${MOST}+` : unread}
      </span>
      <span className="visually-hidden">{m.notifications_unread({ count: String(unread) })}</span>
    </>
  )
}

/** The page of a deal tells all that its notices told. */
function useReadByLooking(unread: number): void {
  const { pathname } = useLocation()
  const formPk = /^\/deals\/([\w-]+)\/?$/.exec(plainPath(pathname))?.[1]
  const { mutate } = useApiMutation(readNotifications, { refresh: [listNotifications] })
  useEffect(() => {
    if (formPk && unread > 0) mutate({ body: { form_pk: formPk } })
  }, [formPk, unread, mutate])
}
