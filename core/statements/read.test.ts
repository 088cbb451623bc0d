// What a file is by its bytes, whatever its name says: text of one or two bytes a character, a web page, or nothing for us.
import { describe, expect, it } from 'vitest'
import { isWebPage, kindOfBytes, readText, wideOf } from './read.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))
const swapped = (wide: Uint8Array) => new Uint8Array(Buffer.from(wide).swap16())
const TABLE = 'Date,Narration,Debit,Credit,Balance\r\n02/11/2026,UPI,,100.00,1100.00\r\n'
const WIDE = bytes(TABLE, 'utf16le')

describe('text of two bytes a character', () => {
  it.each<[string, Uint8Array, ReturnType<typeof wideOf>]>([
    ['by its mark', bytes(`\ufeff${TABLE}`, 'utf16le'), 'utf-16le'],
    ['by its mark, the other way', swapped(bytes(`\ufeff${TABLE}`, 'utf16le')), 'utf-16be'],
    ['by its zeros', WIDE, 'utf-16le'],
    ['by its zeros, the other way', swapped(WIDE), 'utf-16be'],
    ['with a byte too many', new Uint8Array([...WIDE, 65]), 'utf-16le'],
    ['of many pages', bytes(TABLE.repeat(200), 'utf16le'), 'utf-16le'],
    ['with zeros far behind alone', bytes(`${'a'.repeat(5_000)}${'\0'.repeat(5_000)}`), null],
    ['of one byte', bytes(TABLE), null],
    ['of one byte with half a mark', new Uint8Array([0xfe, ...bytes(TABLE)]), null],
    ['of one byte with the other half', new Uint8Array([0x41, 0xff, ...bytes(TABLE)]), null],
    ['with zeros in both halves', new Uint8Array(64), null],
    ['with too few zeros', bytes('\u0905\u0906\u0907\u0908'.repeat(20), 'utf16le'), null],
    ['of nothing', new Uint8Array(0), null],
  ])('%s', (_, file, kind) => {
    expect(wideOf(file)).toBe(kind)
    if (kind !== null) expect(kindOfBytes(file)).toBe('text')
  })
})

it.each<[string, Uint8Array, ReturnType<typeof kindOfBytes>]>([
  ['a table of commas', bytes(TABLE), 'text'],
  ['Hindi', bytes('तारीख,विवरण'), 'text'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), null],
  ['text with a zero in it', bytes('Date\0Narration'), null],
])('%s is taken for what it is', (_, file, kind) => expect(kindOfBytes(file)).toBe(kind))

it.each([
  ['<table><tr>', true],
  ['\ufeff\r\n  <!DOCTYPE html><html>', true],
  ['<HTML>', true],
  ['<style>td {}</style>', true],
  ['<tablet>', false],
  ['<?xml version="1.0"?>', false],
  ['Date <table>', false],
  [`${' '.repeat(5_000)}<table>`, false],
])('%j is a web page: %s', (text, isPage) => expect(isWebPage(text)).toBe(isPage))

describe('a text', () => {
  it.each([
    ['a table after a mark', `\ufeff${TABLE}`, 'csv'],
    [
      'MT940 after a header of its bank',
      '{1:F01}\r\n:20:X\r\n:25:1\r\n:60F:C261102INR1,\r\n:61:261102C1,NTRFX',
      'mt940',
    ],
  ])('%s is read as it is', (_, text, format) => expect(readText(text).format).toBe(format))
  it.each([
    ['a web page', '<html><table></table></html>', 'unknown_format'],
    ['a letter', 'Dear Sir, please find attached', 'no_table'],
  ])('%s is not read', (_, text, reason) => expect(() => readText(text)).toThrow(reason))
})
