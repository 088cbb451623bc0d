/** The public pages under another policy: what they would say otherwise, and what they say once it is in force. */
import { beforeAll, expect, it } from 'vitest'
import { DEFAULT_POLICY, readPolicy } from '#core/policy.ts'
import { DAY_MS } from '#core/time.ts'
import type { Site } from '#server/http/site/open-site.ts'
import { builtSite, textOf } from '#test/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await builtSite({})
})
const CHANGED = readPolicy({ disputeFeePaise: 75_00, returnWindowMs: 5 * DAY_MS })

it('every sentence that other figures change is found, on each page and in both languages', async () => {
  const changes = await site.changesUnder(DEFAULT_POLICY, CHANGED)
  const places = new Set(changes.map(({ place }) => place))
  for (const place of ['offer-shopping', '/', '/faq', '/shopping/terms_and_conditions'])
    expect(places, place).toContain(place)
  expect(new Set(changes.map(({ locale }) => locale))).toEqual(new Set(['en', 'hi']))
  // a figure that is not theirs changes none of them, and nothing is left as it came out of the markup
  for (const { before, after } of changes) {
    expect([before, after].join()).not.toMatch(/&[#a-z0-9]+;|</)
    expect(before).toMatch(/50|8/)
    expect(after).toMatch(/75|5/)
  }
  // looked at, and not served
  expect(textOf(site, 'faq/index.html')).not.toContain('₹75')
})

it('none changes where no figure does', async () => {
  expect(await site.changesUnder(DEFAULT_POLICY, DEFAULT_POLICY)).toEqual([])
})

it('the pages print the figures of the policy that is in force', async () => {
  await site.renderUnder(CHANGED)
  for (const page of ['faq/index.html', 'hi/faq/index.html']) expect(textOf(site, page)).toContain('₹75')
  await site.renderUnder(DEFAULT_POLICY)
  expect(textOf(site, 'faq/index.html')).not.toContain('₹75')
})
