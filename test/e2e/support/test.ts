/** A walk whose people leave when it is over: their pages would go on listening, and asking the server, beside the next. */
import { test as base } from '@playwright/test'

export const test = base.extend<{ leaving: undefined }>({
  leaving: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
