/** Every paper stands in both languages, shaped alike, and names no figure that the policy does not have. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { figures, fill } from './figures.ts'

const names = readdirSync('content/docs/en')
const read = (locale: string, name: string): string => readFileSync(`content/docs/${locale}/${name}`, 'utf8')
const headings = (text: string): number => text.match(/^#+ /gm)?.length ?? 0
const named = (text: string): string[] => [...new Set(text.match(/\{\{[\w.]+\}\}/g) ?? [])].sort()

describe('content/docs', () => {
  it('has the same documents in English and Hindi', () => {
    expect(readdirSync('content/docs/hi')).toEqual(names)
  })

  it.each(names)('has the same headings and figures of %s in both languages', (name) => {
    expect(headings(read('hi', name))).toBe(headings(read('en', name)))
    expect(named(read('hi', name))).toEqual(named(read('en', name)))
  })

  it.each(names)('uses only known figures in %s', (name) => {
    expect(fill(read('en', name))).not.toMatch(/\{\{|undefined|NaN/)
  })

  it('throws on an unknown figure', () => {
    expect(() => fill('{{nothing}}')).toThrow(/unknown figure/)
  })

  it('prints the spec’s figures', () => {
    expect(figures()).toMatchObject({
      trackingWindow: '48 hours',
      deliveryDue: '10 business days',
      'complaintWindow.shopping': '12 hours',
      'complaintWindow.services': '24 hours',
      returnWindow: '8 days',
      returnCourier: '₹80–₹120',
      mutualResolution: '10 days',
      mutualReminder: '5 days',
      unresponsiveness: '2 days',
      disputeFee: '₹50',
      cancellationFee: '25%',
      'commission.services': '5%',
      'commission.coupon': '3%',
      maxAmount: '₹99,999',
    })
  })
})
