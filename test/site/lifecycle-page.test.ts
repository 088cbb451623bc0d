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
  const text = textOf(site, page)
  expect(text.match(/<div class="picture"><svg/g)).toHaveLength(4)
  // the four pictures and the questions come first
  expect(text.indexOf('class="picture"')).toBeLessThan(text.indexOf('id="what-if"'))
  expect(text.indexOf('id="what-if"')).toBeLessThan(text.indexOf('id="rules"'))
  expect(text.includes(drawing), `${page} has another chart`).toBe(true)
})
