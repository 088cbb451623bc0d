/** A page in one of its states: who looks, at which address, what the network does, what is done first, what is then to be seen. */
import type { Locator, Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import type { ScreenRole, ScreenUsers } from './screen-users.ts'

export interface ScreenState {
  readonly name: string
  /** Nobody is signed in when left out. */
  readonly as?: ScreenRole
  /** The address, where the path alone is not it. */
  readonly at?: (users: ScreenUsers) => string
  readonly net?: (page: Page) => Promise<unknown>
  readonly act?: (page: Page, users: ScreenUsers) => Promise<unknown>
  /** A text, or the thing itself. */
  readonly sees: string | RegExp | ((page: Page) => Locator)
  /** The path of the page that it passes people on to. */
  readonly leadsTo?: string
  /** Waiting is what is looked at. */
  readonly waits?: boolean
}

/** Every page's states by its path. The first is the page as it is meant to be; it is looked at in Hindi too. */
export type Screens = Readonly<Record<string, readonly [ScreenState, ...ScreenState[]]>>

const calls = (url: URL): boolean => /^\/(?:api|auth)\//.test(url.pathname)
const isUser = (url: URL): boolean => url.pathname.startsWith('/api/auth/user')

type UrlPredicate = (url: URL) => boolean
const isPage = (type: string): boolean => type === 'document'

/** Never answers. */
export const held =
  (which: UrlPredicate = calls) =>
  (page: Page): Promise<unknown> =>
    page.route(which, (route) => (isPage(route.request().resourceType()) ? route.continue() : undefined))

/** Our server has a fault. */
export const failing =
  (which: UrlPredicate = calls) =>
  (page: Page): Promise<unknown> =>
    page.route(which, (route) =>
      isPage(route.request().resourceType())
        ? route.continue()
        : route.fulfill({ status: 500, json: { message: m.error_server(), code: 'server' } }),
    )

/** All but who is signed in. */
export const itsData: UrlPredicate = (url) => calls(url) && !isUser(url)
export const only =
  (path: string): UrlPredicate =>
  (url) =>
    url.pathname.startsWith(path)

/** What every page for people who are signed in goes through. */
export const guarded = (as: ScreenRole, at?: ScreenState['at']): readonly [ScreenState, ScreenState] => [
  { name: 'loading', as, net: held(), sees: 'Loading..', waits: true, ...(at ? { at } : {}) },
  { name: 'error', as, net: failing(), sees: m.error_title(), ...(at ? { at } : {}) },
]
