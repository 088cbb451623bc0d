/**
 * How much waits for the person: deals where it is their turn, and unread notices of no deal. It comes after the page; the
 * link to it stands there before (account-menu.tsx).
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { countNotices, listNotifications, readNotifications } from '#core/contract/notifications.ts'
import { m } from '#messages/compiled/messages.js'
import { plainPath } from '#web/lib/locale.ts'
import { keyOf, useApiMutation, useApiQuery } from '#web/lib/queries.ts'

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

/**
 * The page of a deal tells all that its notices told. Once for each count, so that a mark that fails waits for the next one;
 * what is left unread after a mark is of other deals, and marking this one again would not end it.
 */
function useReadByLooking(unread: number, countedAt: number): void {
  const { pathname } = useLocation()
  const formPk = /^\/deals\/([\w-]+)\/?$/.exec(plainPath(pathname))?.[1]
  const client = useQueryClient()
  const ofOthers = useRef<{ formPk?: string | undefined; unread: number }>({ unread: 0 })
  const { mutate } = useApiMutation(readNotifications, {
    onDone: ({ unread: left }, { body }) => {
      // before the count comes anew: it would mark again
      ofOthers.current = { formPk: body?.form_pk, unread: left }
      for (const read of [listNotifications, countNotices])
        void client.invalidateQueries({ queryKey: keyOf(read) })
    },
  })
  // another function each time this is drawn, and a mark that failed draws it anew: as a dependency it marked without end
  const latestMark = useRef(mutate)
  latestMark.current = mutate
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count of the same number tries again
  useEffect(() => {
    const known = ofOthers.current.formPk === formPk ? ofOthers.current.unread : 0
    // fewer when they were read elsewhere: what comes to this deal then is more than they
    ofOthers.current = { formPk, unread: Math.min(known, unread) }
    if (formPk && unread > ofOthers.current.unread) latestMark.current({ body: { form_pk: formPk } })
  }, [formPk, unread, countedAt])
}
