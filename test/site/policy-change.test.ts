/** The public pages under another policy: what they would say otherwise, and what they say once it is in force. */
import { beforeAll, expect, it } from 'vitest'
import { DEFAULT_POLICY, type Policy, readPolicy } from '#core/policy.ts'
import type { PlacedChange, PolicyComparison } from '#core/sentence-changes.ts'
import { DAY_MS, HOUR_MS } from '#core/time.ts'
import type { Site } from '#server/http/site/open-site.ts'
import { sampleDeals } from '#server/services/deals/sample-deals.ts'
import { builtSite, textOf } from '#test/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await builtSite({})
})
const CHANGED = readPolicy({ disputeFeePaise: 75_00, returnWindowMs: 5 * DAY_MS })
const NOW = Date.parse('2026-11-24T10:00:00Z')
const comparison = (after: Policy): PolicyComparison => ({
  before: DEFAULT_POLICY,
  after,
  now: NOW,
  deals: { before: sampleDeals(DEFAULT_POLICY, NOW), after: sampleDeals(after, NOW) },
})
const at = (changes: readonly PlacedChange[], place: string, locale = 'en'): string[] =>
  changes.filter((change) => change.place === place && change.locale === locale).map(({ after }) => after)

it('every sentence that other figures change is found, on each page and in both languages', async () => {
  const changes = await site.changesUnder(comparison(CHANGED))
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

it('dialogs and the page of a running deal are composed by what people see', async () => {
  const changes = await site.changesUnder(
    comparison(
      readPolicy({
        ...{ disputeFeePaise: 75_00, cancellationFeeBasisPoints: 1_000, maxChangeRequests: 2 },
        complaintWindowMs: { shopping: 6 * HOUR_MS, services: 24 * HOUR_MS },
      }),
    ),
  )
  // the button, what it costs, who gets what, until when, and a figure of the terms
  expect(at(changes, 'dialog-shopping-payer').join()).toContain('File the complaint and pay ₹75')
  expect(at(changes, 'dialog-shopping-payer').join()).toContain('₹9,000')
  expect(at(changes, 'dialog-shopping-payer').join()).toMatch(/until .*9:30 pm/)
  expect(at(changes, 'dialog-services-payer').join()).toMatch(/changes.* 2 /)
  expect(at(changes, 'page-shopping-payee').join()).toMatch(/₹75/)
  expect(at(changes, 'page-shopping-payee').join()).toContain('6 hours')
  expect(at(changes, 'dialog-shopping-payer', 'hi').join()).toContain('₹75')
  // nothing that the two have alike, as the cross that closes a dialog
  expect(at(changes, 'dialog-shopping-payer').join()).not.toMatch(/×|cannot undo/)
  // each change once
  expect(new Set(changes.map((change) => JSON.stringify(change))).size).toBe(changes.length)
})

it('so are the form of an offer, the team’s form of a decision, an account and a coupon', async () => {
  const changes = await site.changesUnder(
    comparison(
      readPolicy({
        ...{ offerValidityMs: 9 * DAY_MS, payoutTargetCoolingMs: 30 * HOUR_MS },
        commissionBasisPoints: { shopping: 300, services: 800 },
      }),
    ),
  )
  expect(at(changes, 'form-shopping')).toContain('Transaction charge (3%): ₹300')
  expect(at(changes, 'form-services').join()).toMatch(/\(8%\): ₹800.*\(6%\): ₹600/s)
  expect(at(changes, 'form-shopping').join()).toContain('9 days')
  expect(at(changes, 'form-shopping', 'hi').join()).toContain('9')
  // half of 10,000, less the commission
  expect(at(changes, 'decision-shopping').join('\n')).toMatch(/half.*₹4,850/i)
  expect(at(changes, 'decision-services', 'hi').join()).toContain('₹4,600')
  expect(at(changes, 'account').join()).toContain('30 hours')
  expect(at(changes, 'coupon').join()).toContain('₹800')
})

it('none changes where no figure does', async () => {
  expect(await site.changesUnder(comparison(DEFAULT_POLICY))).toEqual([])
})

it('the pages print the figures of the policy that is in force', async () => {
  await site.renderUnder(CHANGED)
  for (const page of ['faq/index.html', 'hi/faq/index.html']) expect(textOf(site, page)).toContain('₹75')
  await site.renderUnder(DEFAULT_POLICY)
  expect(textOf(site, 'faq/index.html')).not.toContain('₹75')
})
