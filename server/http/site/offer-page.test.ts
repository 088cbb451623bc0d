/** Filling in the page of an offer: parts that hold, texts that stay texts. The built template is tested in test/site. */
import { describe, expect, it } from 'vitest'
import type { PublicLink } from '#core/contract/links.ts'
import { offerPageHtml, type ShownOffer } from './offer-page.ts'
import { pageTemplate } from './page-template.ts'

const TEMPLATE = `<title>__slot_heading__</title><meta content="__slot_card__"><a href="/hi/o">हिन्दी</a>
__if_open__<h1>__slot_title__</h1>__if_photo__<img src="__slot_photo__">__end_photo__<b>__slot_price__</b>
<p>__slot_details__</p>__if_record__<i>__slot_count__</i>__end_record__
__if_sold__sold out__end_sold____if_available__<a href="/register?next=__slot_next__">buy</a>__end_available____end_open__
__if_gone__not there__end_gone____if_failed__not now__end_failed__`

const OFFER: PublicLink = {
  ...{ id: 'AbC-1', link: 'https://x/o/AbC-1', track: 'shopping', version: 2, title: 'Cotton kurta' },
  ...{ details: '', amount: 1250, amount_paise: 125_000, per_buyer: 1, photo: null },
  ...{ shop: 'Ravi Traders', deals_released: 0, available: true },
}

const body = Buffer.from(TEMPLATE)
const template = pageTemplate({ files: [{ name: 'o/index.html', body, br: body, gzip: body }] }, 'o', 'en')
const page = (offer: ShownOffer, locale: 'en' | 'hi' = 'en'): string =>
  template ? offerPageHtml(template, offer, { locale, origin: 'https://amanat.example' }) : ''

describe('the page of an offer', () => {
  it('has what the shop offers, and the way to buy it', () => {
    const html = page({
      ...OFFER,
      deals_released: 41,
      photo: 'https://other.example/api/links/AbC-1/photos/p',
    })
    for (const text of [
      ...['<title>Cotton kurta, ₹1,250</title>', '<h1>Cotton kurta</h1>', '<b>₹1,250</b>', '<i>41</i>'],
      ...['<img src="/api/links/AbC-1/photos/p">', 'href="/hi/o/AbC-1"', '/register?next=%2Fo%2FAbC-1"'],
      'content="https://other.example/api/links/AbC-1/photos/p"',
    ])
      expect(html).toContain(text)
    expect(html).not.toMatch(/__|sold out|not there|not now/)
    expect(page(OFFER, 'hi')).toContain('/register?next=%2Fhi%2Fo%2FAbC-1"')
  })

  it('leaves out what does not hold', () => {
    const html = page({ ...OFFER, available: false })
    expect(html).toContain('sold out')
    expect(html).not.toMatch(/<img|<i>|buy|__/)
  })

  it.each([
    ['gone', 'not there'],
    ['failed', 'not now'],
  ] as const)('that is %s says so, and names no offer', (shown, text) => {
    const html = page(shown)
    expect(html).toContain(text)
    expect(html).not.toMatch(/<h1>|buy|__/)
  })

  it('shows what a shop has written as text, marks of ours too', () => {
    const html = page({
      ...OFFER,
      title: `<img onerror='x'> "&`,
      details: '__slot_price__ __if_gone__ $& $1',
    })
    expect(html).toContain('<h1>&lt;img onerror=&#39;x&#39;&gt; &quot;&amp;</h1>')
    expect(html).toContain('<p>__slot_price__ __if_gone__ $&amp; $1</p>')
  })

  it('is not there where the pages have none', () => {
    expect(pageTemplate({ files: [] }, 'o', 'hi')).toBeUndefined()
  })
})
