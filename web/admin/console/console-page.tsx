/** The frame of every console page: title, access for the team only, navigation. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import { teamDesks } from '#core/contract/home.ts'
import type { UserType } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { formatCount } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { CUSTODY } from '#web/lib/site.ts'
import { LoadingPage } from '#web/ui/loading-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { pagesFor } from '#web/ui/team-keys/console-pages.ts'
import { TeamKeys } from '#web/ui/team-keys/team-keys.tsx'
import './console.css'
import { DESK_WORDS, isKnownDesk } from './home/desk-words.ts'

const TEAM: readonly UserType[] = ['Admin', 'Mediator']

interface ConsolePageProps {
  readonly title: string
  /** Who of the team; all of it when left out. */
  readonly roles?: readonly UserType[]
  readonly children: (user: User) => ReactNode
}

export const isAdmin = ({ user_type: [role] }: User): boolean => role === 'Admin'

export function ConsolePage({ title, roles = TEAM, children }: ConsolePageProps) {
  const mayView = ({ user_type: [role] }: User) => role !== undefined && roles.includes(role)
  return (
    <LoadingPage className="page console">
      <h1>{title}</h1>
      <RequireAuth roles={TEAM} denied={m.admin_denied()}>
        {(user) => (
          <>
            <Custody />
            <ConsoleNav user={user} />
            <TeamKeys isAdmin={isAdmin(user)} />
            {mayView(user) ? children(user) : <AdminsAlone />}
          </>
        )}
      </RequireAuth>
    </LoadingPage>
  )
}

/** A Mediator is of the team: the pages that are theirs stand above. */
const AdminsAlone = () => (
  <Notice kind="next" title={m.admin_denied_role()}>
    <p>{m.admin_denied_role_next()}</p>
  </Notice>
)

const CUSTODY_WORDS = {
  psp_hold: m.admin_custody_psp_hold,
  bank_escrow: m.admin_custody_bank_escrow,
  own_account: m.admin_custody_own_account,
} as const

/** In whose hands the money is, on every page: nobody of the team works in the wrong belief. */
function Custody() {
  if (CUSTODY === null) return null
  const isRisky = CUSTODY === 'own_account'
  return (
    <p className={isRisky ? 'console__custody console__custody--risky' : 'console__custody'}>
      {CUSTODY_WORDS[CUSTODY]()}
    </p>
  )
}

/** How much waits behind each page, by its address. */
function useCounts(): ReadonlyMap<string, number> {
  const read = useApiQuery(teamDesks, {}, { refetchInterval: 60_000 })
  const counts = new Map<string, number>()
  for (const { desk, count } of read.data?.desks.filter(isKnownDesk) ?? []) {
    const path = DESK_WORDS[desk].path.replace(/[?#].*/, '')
    counts.set(path, (counts.get(path) ?? 0) + count)
  }
  return counts
}

/** On a phone the pages stand in one row that is pushed along: the open one is pushed into sight. */
function useOpenPageInSight(nav: RefObject<HTMLElement | null>, countsRead: number): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts make the names before it wider
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!nav.current || !open) return
    const { left, width } = open.getBoundingClientRect()
    const row = nav.current.getBoundingClientRect()
    nav.current.scrollLeft += left + width / 2 - (row.left + row.width / 2)
  }, [pathname, countsRead])
}

function ConsoleNav({ user }: { user: User }) {
  const counts = useCounts()
  const nav = useRef<HTMLElement>(null)
  useOpenPageInSight(nav, counts.size)
  const name = (path: string, label: string): string => {
    const count = counts.get(path)
    return count === undefined ? label : m.admin_nav_count({ name: label, count: formatCount(count) })
  }
  return (
    <nav ref={nav} className="console__nav" aria-label={m.admin_title()}>
      {pagesFor(isAdmin(user)).map((row) => (
        <ul key={row[0]?.[0]}>
          {row.map(([path, label]) => (
            <li key={path}>
              <NavLink to={href(path)} end>
                {name(path, label())}
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
