/** The page about a deal's life shows the chart that is drawn from the table. */
import { beforeAll, expect, test } from 'vitest'
import { drawings } from '#scripts/draw-lifecycle/drawings.ts'
import type { Site } from '#server/http/site/open-site.ts'
import { builtSite, textOf } from '#test/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await builtSite({})
})

test.each([
  ['how-it-works/index.html', 'content/generated/lifecycle.svg'],
  ['hi/how-it-works/index.html', 'content/generated/lifecycle.hi.svg'],
])('%s shows %s', (page, chart) => {
  const drawing = drawings().get(chart) ?? 'no such chart'
  expect(textOf(site, page).includes(drawing), `${page} has another chart`).toBe(true)
})
