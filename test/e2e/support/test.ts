import { test as base } from '@playwright/test'
import { gather, type ScreenUsers } from './screens/screen-users.ts'

/** With the demo's people and deals, gathered once a worker. */
export const demoTest = base.extend<object, { users: ScreenUsers }>({
  users: [
    async ({ playwright }, use, { project }) => {
      const api = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      await use(await gather(api))
      await api.dispose()
    },
    { scope: 'worker' },
  ],
})

/** A walk whose people leave when it is over: their pages would go on listening, and asking the server, beside the next. */
export const test = demoTest.extend<{ leaving: undefined }>({
  leaving: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
