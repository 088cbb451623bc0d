import { describe, expect, it } from 'vitest'
import { ownWords, strengthOf, weaknessOf } from './password-strength.ts'

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
  it.each([
    [
      'a word of each part of the list',
      'common',
      'Passcode Sample9 Spider7man! Sunshine# Android# Butterfly9 Chennai# Lakshmi9',
    ],
    [
      'words of India',
      'common',
      'Rajasthan9 Jesus#99 Vandemataram1 Deepak#99 Phonepe9! Monsoon@1 Birthday#1',
    ],
    [
      'letters for digits and signs',
      'common',
      'S3cr3t!99 F00tb@ll9 Mon3y$$99 R4hul#99 Pr1nc3ss# 7est1ng#9 Lov3ly#99',
    ],
    [
      'rows of keys and the alphabet',
      'run',
      'Asdfgh#12 Zxcvbn#12 Qazwsx#12 Wxyz#1234 Ytrewq#12 3Edc4rfv# Q1w2e3r4!',
    ],
    ['what is repeated', 'run', 'Xyxyxyxy@1 Zzzz#1234 Xyzxyz@12 98765432@A 01234567@B Ab#1234567'],
  ] as const)('%s: %s', (_, weakness, passwords) => {
    const wrong = passwords.split(' ').filter((password) => weaknessOf(password) !== weakness)
    expect(wrong).toEqual([])
  })
  it.each(['Neem-und-7Tulsi', 'tR7#mango-lamp', 'Vada!pav88Tram', 'कमल-Tram7-नदी'])(
    '%s: none',
    (password) => {
      expect(weaknessOf(password, WORDS)).toBeNull()
    },
  )
  it('own words are those of three letters or more, inside others those of five or more', () => {
    expect(weaknessOf('Jo#Tram84kx', ['Jo'])).toBeNull()
    expect(weaknessOf('Raj#88421', ['Raj'])).toBe('own words')
    expect(weaknessOf('TramAshaNeem#8', ['Asha'])).toBeNull()
    expect(weaknessOf('TramAshokNeem#8', ['Ashok'])).toBe('own words')
    expect(weaknessOf('Tram#Zari#84kx', ['Zari House'])).toBeNull()
    expect(weaknessOf('Zari#84', ['Zari House'])).toBe('own words')
    expect(weaknessOf('9811100001#aB', ['9811100001'])).toBe('own words')
  })
  it('of a person are their names, business, e-mail and phone, and ours', () => {
    const person = { first_name: 'A', last_name: 'B', email: 'e@x.in', phone_number: '9', business_name: 'C' }
    expect(ownWords(person)).toEqual(['A', 'B', 'C', 'e@x.in', '9', 'amanat'])
    expect(ownWords({ ...person, business_name: null })[2]).toBe('')
  })
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
    ['tR7#mango-la', 'good'],
    ['tR7#mango-l', 'fair'],
    ['trmango-lampkx', 'fair'],
    ['TR7mangolampk', 'good'],
    ['tR7#tR7#tR7m', 'weak'],
    ['tR7#ntR7#ntR', 'weak'],
    ['tR7#nmtR7#nm', 'fair'],
    ['', 'weak'],
  ])('%s is %s', (password, strength) => {
    expect(strengthOf(password, WORDS)).toBe(strength)
  })
})
