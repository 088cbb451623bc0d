/** The built page of holdings, filled in: in each of its states nothing of a template is left. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Holdings } from '#core/contract/holdings.ts'
import { LOCALES } from '#core/locale.ts'
import { m } from '#messages/compiled/messages.js'
import { holdingsHtml } from '#server/http/site/holdings-page.ts'
import type { Site } from '#server/http/site/open-site.ts'
import { pageTemplate } from '#server/http/site/page-template.ts'
import { builtSite } from '#test/support/site.ts'

const SAID: Holdings = {
  as_of: '2026-11-23T18:29:59.999Z',
  figures: { held_paise: 123_000_000, backing_paise: 130_000_000, deals: 40 },
  is_covered: true,
  least_deals: 20,
  rounded_to_paise: 1_000_000,
  seal: { no: 41, hash: 'ab'.repeat(32), sealed_at: '2026-11-24T05:00:00.000Z' },
  checked_at: '2026-11-24T05:30:00.000Z',
  is_sound: true,
}
const STATES: readonly (Holdings | null)[] = [
  SAID,
  { ...SAID, figures: null, seal: null, checked_at: null },
  { ...SAID, is_covered: false, is_sound: false },
  null,
]

let site: Site
beforeAll(async () => {
  site = await builtSite({})
})

describe.each(LOCALES)('the page of holdings in %s', (locale) => {
  const filled = (holdings: Holdings | null): string => {
    const template = pageTemplate(site.rendered, 'holdings', locale)
    if (!template) throw new Error('the page was not rendered')
    return holdingsHtml(template, holdings, locale)
  }

  it.each(STATES)('has nothing left to fill in (%#)', (holdings) => {
    const html = filled(holdings)
    expect(html).toContain('<h1>')
    expect(html).not.toMatch(/__(?:if|end|slot)_/)
  })

  it('says the sums, as of when, and the fingerprint', () => {
    const html = filled(SAID)
    for (const text of ['₹12,30,000', '₹13,00,000', ' 40 ', '11:59', 'ab'.repeat(32), ' 41'])
      expect(html).toContain(text)
    expect(html).not.toContain('class="notice notice--stop"')
  })

  it('leaves the name of the time to its foot', () => {
    expect(filled(SAID)).not.toMatch(/\bIST\b/)
    expect(filled(SAID)).toContain(m.footer_times({}, { locale }))
  })

  it('says no sum of few deals, and says what is wrong', () => {
    expect(filled({ ...SAID, figures: null })).not.toContain('₹12,30,000')
    const html = filled({ ...SAID, is_covered: false, is_sound: false })
    expect(html).toContain('class="notice notice--stop"')
    expect(html).not.toContain('class="notice notice--arrived"')
  })
})
