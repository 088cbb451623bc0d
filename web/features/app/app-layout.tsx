/** Around every page drawn in the browser: server data, toasts, and the same bar and footer as the public pages. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import type { Locale } from '#core/locale.ts'
import { useFocusRecovery, useSession } from '#web/lib/hooks.ts'
import { isShared, rememberLanguage } from '#web/lib/locale.ts'
import { makeQueryClient } from '#web/lib/queries.ts'
import { watchScroll } from '#web/static-pages/header.ts'
import '#web/styles/app.css'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { OfflineNotice } from '#web/ui/offline-notice.tsx'
import { Shell } from '#web/ui/shell.tsx'
import { ToastHost } from '#web/ui/toasts.tsx'
import { AccountButton, Bell, PersonalLinks, SignOutLine } from './account-menu.tsx'

// of the team alone: nobody else loads it
const SecondFactorPrompt = lazyWithRetry(
  async () => (await import('./second-factor-prompt.tsx')).SecondFactorPrompt,
  { bars: 0 },
)

export default function AppLayout() {
  const [client] = useState(makeQueryClient)
  const { pathname, search } = useLocation()
  const session = useSession()
  const isSignedIn = session !== null
  const isTeam = ['Admin', 'Mediator'].includes(session?.user.user_type[0] ?? '')
  useHeaderScroll()
  useFocusRecovery()
  useMenuClosing(pathname)
  useFreshData(client)
  return (
    <QueryClientProvider client={client}>
      <Shell
        isApp
        {...(isSignedIn ? { home: '/deals' } : {})}
        path={pathname + search}
        account={<AccountButton />}
        bell={isSignedIn ? <Bell /> : undefined}
        personal={<PersonalLinks />}
        signOut={<SignOutLine />}
        onLanguage={switchLanguage}
      >
        <OfflineNotice />
        <Outlet />
      </Shell>
      {isTeam && <SecondFactorPrompt />}
      <ToastHost />
    </QueryClientProvider>
  )
}

function useHeaderScroll(): void {
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('[data-header]')
    return header ? watchScroll(header) : undefined
  }, [])
}

/** A menu closes by Escape, by a touch outside it, and when it led somewhere. */
function useMenuClosing(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => {
    const menus = () => document.querySelectorAll<HTMLDetailsElement>('[data-menu][open]')
    for (const menu of menus()) menu.open = false
    const closeOthers = ({ target }: Event) => {
      for (const menu of menus()) if (!menu.contains(target as Node)) menu.open = false
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      for (const menu of menus()) {
        menu.open = false
        menu.querySelector('summary')?.focus()
      }
    }
    document.addEventListener('click', closeOthers)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('click', closeOthers)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [pathname])
}

/** What one person was shown is not kept for the next: another session starts with nothing read. */
function useFreshData(client: QueryClient): void {
  const token = useSession()?.token
  const before = useRef(token)
  useEffect(() => {
    if (before.current !== token) client.clear()
    before.current = token
  }, [client, token])
}

/** A share link has one address for all languages: there the choice is kept and the page read again. */
function switchLanguage(to: Locale): void {
  rememberLanguage(to)
  if (isShared(location.pathname)) location.reload()
}
