import { describe, expect, it } from 'vitest'
import { COMMON_WORDS } from './common-words.ts'
import { strengthOf } from './password-strength.ts'

const WORDS = ['Asha', 'Kulkarni', 'Zari House', 'asha.kulkarni@example.com', '9811100001', 'amanat']

it('the words are plain ones, each once', () => {
  expect(COMMON_WORDS.length).toBeGreaterThan(700)
  expect(COMMON_WORDS.filter((word) => !/^[a-z]{2,}$/.test(word))).toEqual([])
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
  it.each([
    ['own words', 'Amanat@2026 Asha@1234 Kulkarni#9 X9811100001!a Zari#84'],
    [
      'a word of each part of the list',
      'Passcode9# Spider7man! Sunshine# Android# Butterfly9 Chennai# Lakshmi9',
    ],
    ['words of India', 'Rajasthan9 Jesus#99 Vandemataram1 Deepak#99 Phonepe9! Monsoon@1 Arjun#11 Dhoni#07'],
    ['letters for digits and signs', 'S3cr3t!99 F00tb@ll9 Mon3y$$99 R4hul#99 Pr1nc3ss# 7est1ng#9 Lov3ly#99'],
    ['two words', 'HappyDiwali#1 LoveIndia#1'],
    [
      'rows of keys and the alphabet',
      'Asdfgh#12 Zxcvbn#12 Qazwsx#12 Wxyz#1234 Ytrewq#12 3Edc4rfv# Q1w2e3r4!',
    ],
    ['what is repeated', 'Xyxyxyxy@1 Zzzz#1234 Xyzxyz@12 98765432@A 01234567@B Ab#1234567'],
  ])('%s: weak', (_, passwords) => {
    expect(passwords.split(' ').filter((password) => strengthOf(password, WORDS) !== 'weak')).toEqual([])
  })
  it.each(['0o', '1i', '3e', '4a', '5s', '7t', '@a', '$s', '!i'])('%s: one stands for the other', (pair) => {
    const [sign = '', letter = ''] = pair
    // an own name, so that the list of words has no part in it
    const name = `zu${letter}xv`
    expect(strengthOf(`ZU${sign}XV#84192`, [name])).toBe('weak')
    expect(strengthOf(`ZU${sign}XV#84192`, ['other'])).not.toBe('weak')
  })
  it.each([
    'abcdefghijklmnopqrstuvwxyz',
    'qwertyuiop',
    'asdfghjkl',
    'zxcvbnm',
    'qazwsxedc',
    '01234567890',
    '1qaz2wsx3edc4rfv',
    'q1w2e3r4t5y6',
  ])('a part of the row %s is weak, either way', (row) => {
    const part = row.slice(1, 7)
    for (const run of [part, [...part].reverse().join('')])
      expect([run, strengthOf(`${run.toUpperCase()}#!`)]).toEqual([run, 'weak'])
  })
  it('kinds of signs are four, and three of them are enough', () => {
    for (const password of ['trmango-lamp4kx', 'TRmango-lampKx', 'TR7mangolampk', 'TR7-MANGO-LAMPK'])
      expect([password, strengthOf(password)]).toEqual([password, 'good'])
    for (const password of ['trmango7lamp4kx', 'TRmangoxlampKx', 'trmango-lamp-kx', 'TR7MANGO7LAMPK'])
      expect([password, strengthOf(password)]).toEqual([password, 'fair'])
  })
  it('own words are those of three letters or more, inside others those of five or more', () => {
    expect(strengthOf('Jo#Tram84kx', ['Jo'])).toBe('fair')
    expect(strengthOf('Zyg#88421', ['Zyg'])).toBe('weak')
    expect(strengthOf('TramAshaNeem#8', ['Asha'])).toBe('good')
    expect(strengthOf('TramAshokNeem#8', ['Ashok'])).toBe('weak')
    expect(strengthOf('Zari#84kxq', ['Rao'])).toBe('fair')
  })
})
