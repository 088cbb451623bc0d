import { describe, expect, it } from 'vitest'
import { nameSkeletons } from './name-skeleton.ts'

const areSame = (one: string, other: string): boolean => {
  const known = new Set(nameSkeletons(one))
  return nameSkeletons(other).some((skeleton) => known.has(skeleton))
}

describe('two names are the same when a reader takes them for one', () => {
  it.each([
    ['Acme Ltd', 'ACME  LTD'],
    ['Acme Ltd', 'AcmeLtd'],
    ['Acme Ltd', 'Αcme Ltd'], // Greek capital alpha
    ['Acme Ltd', 'Асme Ltd'], // Cyrillic a and es
    ['Acme Ltd', 'Ac\u200dme Ltd'],
    ['Acme Ltd', 'Ac\u2060me Ltd'],
    ['Acme Ltd', 'Ａｃｍｅ Ｌｔｄ'],
    ['Acme Ltd', '𝐀cme Ltd'],
    ['Acme Ltd', 'Acmé Ltd'],
    ['Acme Ltd', 'Acrne Ltd'],
    ['Bharat Stores', 'Вharat Stores'], // Cyrillic ve, which is no b in small letters
    ['вата', 'ВАТА'],
    ['Vimal', 'VimaI'], // capital i for l
    ['Straße', 'STRASSE'],
    ['Sharma & Sons', 'Sharma Sons'],
    ["D'Souza Stores", 'D’Souza-Stores'],
    ['Photo Zone', 'Ph0to Z0ne'],
    ['Style Shop', 'Sty1e Shop'],
    ['राम ट्रेडर्स', 'राम ट्रेडर्स '],
    ['क्ष', 'क्\u200dष'],
    ['ক্ষ', 'ক্\u200cষ'],
  ])('%s and %s', (one, other) => {
    expect(areSame(one, other)).toBe(true)
  })

  it.each([
    ['Acme Ltd', 'Acme Pvt'],
    ['Nina Shop', 'Vina Shop'],
    ['Ali Stores', 'All Stores'],
    ['Zari House', 'Zardozi House'],
    ['राम ट्रेडर्स', 'श्याम ट्रेडर्स'],
    ['रंग', 'रग'],
    ['जरी', 'ज़री'],
    ['तारा', 'तार'],
    ['கலை', 'கலா'],
    ['Shop aa', 'Shop ai'],
    ['Shop 24', 'Shop 42'],
    ['Shop 7', 'Shop'],
  ])('not %s and %s', (one, other) => {
    expect(areSame(one, other)).toBe(false)
  })
})
