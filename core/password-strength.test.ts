import { describe, expect, it } from 'vitest'
import { strengthOf, weaknessOf } from './password-strength.ts'

const WORDS = ['Asha', 'Kulkarni', 'Zari House', 'asha.kulkarni@example.com', '9811100001', 'amanat']

describe('weaknessOf', () => {
  it.each([
    ['Password1!', 'common'],
    ['P@ssw0rd1', 'common'],
    ['Welcome@123', 'common'],
    ['Amanat@2026', 'own words'],
    ['Asha@1234', 'own words'],
    ['Kulkarni#9', 'own words'],
    ['X9811100001!a', 'own words'],
    ['Jaimatadi@1', 'common'],
    ['HappyDiwali#1', 'common'],
    ['Qwerty@123', 'run'],
    ['Abcdef@12', 'run'],
    ['Aaaaaa@1', 'run'],
    ['1Qaz2wsx!', 'run'],
  ])('%s: %s', (password, weakness) => {
    expect(weaknessOf(password, WORDS)).toBe(weakness)
  })
  it.each(['Neem-und-7Tulsi', 'tR7#mango-lamp', 'Vada!pav88Tram', 'कमल-Tram7-नदी'])(
    '%s: none',
    (password) => {
      expect(weaknessOf(password, WORDS)).toBeNull()
    },
  )
  it('the own words of one person are nobody else’s', () => {
    expect(weaknessOf('Kulkarni#9', ['Rao'])).toBeNull()
  })
})

describe('strengthOf', () => {
  it.each([
    ['Password1!', 'weak'],
    ['aA1!aA1!', 'weak'],
    ['Tr4m#Nod', 'fair'],
    ['tR7#mango-lamp', 'good'],
  ])('%s is %s', (password, strength) => {
    expect(strengthOf(password, WORDS)).toBe(strength)
  })
})
