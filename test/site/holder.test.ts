/** Public pages say who holds the money: the operator, or the provider where it waits there (CUSTODY=psp_hold). */
import { describe, expect, it } from 'vitest'
import { LOCALES } from '#core/locale.ts'
import { builtSite, textOf } from '#test/support/site.ts'

const PAGES = ['faq', 'shopping/terms_and_conditions', 'services/terms_and_conditions']
const HELD = {
  en: [/hold account of ([^<]+?) and paid/g, /([\p{L} ]+) does, from the moment/gu],
  hi: [/([\p{L}\p{M}]+) के एक जमा खाते में/gu, /([\p{L}\p{M}]+) के पास, जब से सौदे का पेज/gu],
} as const

describe.each([
  ['psp_hold', { en: 'Razorpay', hi: 'Razorpay' }],
  ['bank_escrow', { en: 'Amanat', hi: 'अमानत' }],
] as const)('with %s', async (custody, holder) => {
  const site = await builtSite({ custody })
  it.each(LOCALES)('the FAQ and the terms name the holder (%s)', (locale) => {
    const texts = PAGES.map((name) => textOf(site, `${locale === 'hi' ? 'hi/' : ''}${name}.md`)).join('')
    const named = HELD[locale].flatMap((pattern) => [...texts.matchAll(pattern)].map(([, name]) => name))
    expect(named).toHaveLength(3)
    expect(new Set(named)).toEqual(new Set([holder[locale]]))
  })
})
