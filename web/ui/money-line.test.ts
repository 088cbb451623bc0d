import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Party } from '#core/lifecycle/states.ts'
import { MoneyLine, type MoneyLineProps } from './money-line.tsx'

const draw = (you: Party, over: Partial<MoneyLineProps>): string =>
  renderToStaticMarkup(
    createElement(MoneyLine, {
      payer: { role: 'Buyer', name: 'Asha', isYou: you === 'payer' },
      payee: { role: 'Seller', name: 'Ravi', isYou: you === 'payee' },
      amountPaise: 900_000,
      heldPaise: 0,
      payeePaise: 0,
      payerPaise: 0,
      ...over,
    }),
  )
const BOTH = { payeePaise: 600_000, payerPaise: 300_000 }

describe('money that left the deal', () => {
  it.each<[string, Party, Partial<MoneyLineProps>, string]>([
    ['released', 'payee', { payeePaise: 900_000 }, '₹9,000 came to you.'],
    ['released', 'payer', { payeePaise: 900_000 }, '₹9,000 went to Ravi.'],
    ['released', 'payee', { payeePaise: 900_000, onTheWay: ['payee'] }, '₹9,000 is on its way to you.'],
    ['released', 'payer', { payeePaise: 900_000, onTheWay: ['payee'] }, '₹9,000 is on its way to Ravi.'],
    ['refunded', 'payer', { payerPaise: 900_000, onTheWay: ['payer'] }, '₹9,000 is on its way back to you.'],
    ['refunded', 'payee', { payerPaise: 900_000, onTheWay: ['payer'] }, '₹9,000 is on its way back to Asha.'],
    [
      'released, held back by a new target',
      'payee',
      { payeePaise: 900_000, onTheWay: ['payee'], waits: [{ to: 'payee', until: 'Wed 2 Dec, 7:40 pm' }] },
      '₹9,000 goes to you after Wed 2 Dec, 7:40 pm.',
    ],
    [
      'shared, one part held back',
      'payee',
      { ...BOTH, waits: [{ to: 'payer', until: '' }] },
      '₹6,000 came to you. ₹3,000 waits before it goes back to Asha.',
    ],
    ['shared', 'payee', BOTH, '₹6,000 came to you, ₹3,000 went back to Asha.'],
    [
      'shared, one part arrived',
      'payer',
      { ...BOTH, onTheWay: ['payer'] },
      '₹6,000 went to Ravi. ₹3,000 is on its way back to you.',
    ],
  ])('%s, to the %s: %j', (_, you, over, words) => {
    expect(draw(you, over)).toContain(`<figcaption class="moneyline__words">${words}</figcaption>`)
  })

  it('is green only where it has arrived', () => {
    const ofPayee = (over: Partial<MoneyLineProps>) => draw('payee', { payeePaise: 900_000, ...over })
    expect(ofPayee({})).toContain('moneyline__seat--arrived')
    expect(ofPayee({})).toContain('>received<')
    expect(ofPayee({ onTheWay: ['payee'] })).not.toContain('moneyline__seat--arrived')
    expect(ofPayee({ onTheWay: ['payee'] })).toContain('>on its way<')
    const waits = ofPayee({ onTheWay: ['payee'], waits: [{ to: 'payee', until: '' }] })
    expect(waits).toContain('>waits<')
    expect(waits).not.toContain('moneyline__seat--arrived')
    expect(draw('payer', { payerPaise: 1, onTheWay: ['payer'] })).toContain('>on its way back<')
  })

  it('says nothing of a way where there is no share', () => {
    const html = draw('payer', { heldPaise: 900_000, onTheWay: ['payer', 'payee'] })
    expect(html).not.toContain('on its way')
  })
})

describe('a payment that did not fit, of a deal that ended before it was paid', () => {
  const ended = (you: Party, over: Partial<MoneyLineProps> = {}) =>
    draw(you, { closed: true, strayPaise: 40_000, ...over })
  it.each<[Party, Partial<MoneyLineProps>, string]>([
    ['payer', { onTheWay: ['payer'] }, '₹400 has come and goes back. Nothing is held.'],
    ['payee', { onTheWay: ['payer'] }, '₹400 has come and goes back. Nothing is held.'],
    ['payer', {}, '₹400 came back to you.'],
    ['payee', {}, '₹400 went back to Asha.'],
  ])('as the %s reads it: %j', (you, over, sentence) => {
    expect(ended(you, over)).toContain(`<figcaption class="moneyline__words">${sentence}<`)
    expect(ended(you, over)).not.toContain('No money has moved')
    expect(ended(you, over)).toContain('>₹400<')
  })

  it('is none of what the deal holds or has paid', () => {
    expect(ended('payer', { payerPaise: 900_000 })).toContain('₹9,000 came back to you.')
    expect(draw('payer', { strayPaise: 40_000 })).toContain('Nothing is held yet. You have ₹9,000 to pay.')
    expect(ended('payer', { strayPaise: 0 })).toContain('No money has moved.')
  })
})
