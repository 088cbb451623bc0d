// A page without a tab is found by nobody, and a tab to a page that its reader is refused is worse than none.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { APP_PAGES } from '#web/pages.ts'
import { pagesFor } from './console-pages.ts'

/** `/admin` leads to the desk; what has a parameter is one of many. */
const PAGES = APP_PAGES.filter(({ path }) => /^\/admin[/_]/.test(path) && !path.includes(':'))
const forAdminsAlone = PAGES.filter(({ file }) =>
  readFileSync(`web/${file}`, 'utf8').includes("roles={['Admin']}"),
)
const pathsOf = (pages: readonly { path: string }[]): string[] => pages.map(({ path }) => path).sort()
const tabsOf = (isAdmin: boolean): string[] =>
  pagesFor(isAdmin)
    .flat()
    .map(([path]) => path)
    .sort()

describe('the tabs of the console', () => {
  test('of an Admin are all of its pages, each once', () => {
    expect(tabsOf(true)).toEqual(pathsOf(PAGES))
  })
  test('of a Mediator are those that are not for Admins alone', () => {
    const others = PAGES.filter((page) => !forAdminsAlone.includes(page))
    expect(tabsOf(false)).toEqual(pathsOf(others))
    expect(pathsOf(forAdminsAlone)).toContain('/admin/settlements')
  })
})
