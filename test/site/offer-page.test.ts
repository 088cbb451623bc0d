/** The built template of an offer's page, filled in: in each of its states nothing of a template is left. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { PublicLink } from '#core/contract/links.ts'
import { LOCALES } from '#core/locale.ts'
import { offerPageHtml, type ShownOffer } from '#server/http/site/offer-page.ts'
import type { Site } from '#server/http/site/open-site.ts'
import { pageTemplate } from '#server/http/site/page-template.ts'
import { builtSite } from '#test/support/site.ts'

const origin = 'http://amanat.test'
const photo = `${origin}/api/links/AbC-1/photos/p`
const OPEN: PublicLink = {
  ...{ id: 'AbC-1', link: `${origin}/o/AbC-1`, track: 'shopping', version: 2, title: 'Cotton kurta' },
  ...{ details: 'Blue, size M', amount: 1250, amount_paise: 125_000, per_buyer: 1, photo },
  ...{ shop: 'Ravi Traders', deals_released: 41, available: true },
}
const STATES: readonly ShownOffer[] = [OPEN, { ...OPEN, available: false, photo: null }, 'gone', 'failed']

let site: Site
beforeAll(async () => {
  site = await builtSite({})
})

describe.each(LOCALES)('the page of an offer in %s', (locale) => {
  const filled = (offer: ShownOffer): string => {
    const template = pageTemplate(site.rendered, 'o', locale)
    return template ? offerPageHtml(template, offer, { locale, origin }) : ''
  }

  it.each(STATES)('has nothing left to fill in (%#)', (offer) => {
    const html = filled(offer)
    expect(html).toContain('<h1>')
    expect(html).not.toMatch(/__(?:if|end|slot)_/)
  })

  it('has price, photo and record in its HTML, its picture first of all, and its own addresses', () => {
    const html = filled(OPEN)
    const prefix = locale === 'hi' ? '/hi' : ''
    const other = locale === 'hi' ? '' : '/hi'
    for (const text of ['>₹1,250<', '>Ravi Traders<', 'Blue, size M', 'data-version="2"', ' 41 '])
      expect(` ${html}`).toContain(text.trim())
    expect(html).toMatch(/<img[^>]* src="\/api\/links\/AbC-1\/photos\/p"/)
    expect(html).toMatch(/<img[^>]* fetchpriority="high"/i)
    expect(html).toContain(`<link rel="canonical" href="${origin}${prefix}/o/AbC-1"`)
    expect(html).toContain(`href="${other}/o/AbC-1"`)
    expect(html).toContain(`<meta property="og:image" content="${photo}"`)
    expect(html).toContain(`<meta property="og:title" content="Cotton kurta, ₹1,250`)
  })
})
