/** The free words of a deal: anything that can be shown, and nothing that shows something else. */
import { describe, expect, it } from 'vitest'
import { describedIn, filledLines } from './described.ts'
import { deliverableList, descriptionFields as f } from './description.ts'
import { fieldProblems } from './field-problems.ts'
import { webHost } from './links.ts'

describe('a description', () => {
  it.each([
    [
      'any characters',
      f.details,
      'iPhone 13 (128 GB), 2nd hand & “box” <b>₹</b> 📦',
      'iPhone 13 (128 GB), 2nd hand & “box” <b>₹</b> 📦',
    ],
    ['its lines', f.details, ' a\r\nb\n\n\n\nc ', 'a\nb\n\nc'],
    ['no control characters', f.details, 'a\u0000b\u001bc', 'abc'],
    ['nothing that turns the words after it around', f.details, 'pay \u202e005\u202c now', 'pay 005 now'],
    ['one line of the condition', f.condition, ' Used,\n small  scratch ', 'Used, small scratch'],
    ['a serial number sent as a number', f.serial, 356938035643809, '356938035643809'],
    [
      'the link as it was sent',
      f.listing_url,
      ' https://www.olx.in/item/iphone-13?id=7#top ',
      'https://www.olx.in/item/iphone-13?id=7#top',
    ],
    ['blanks as nothing', f.details, '  \n ', undefined],
    ['an empty link as nothing', f.listing_url, '', undefined],
    ['null as nothing', f.serial, null, undefined],
    ['what is left out as nothing', f.condition, undefined, undefined],
  ] as const)('keeps %s', (_, field, typed, value) => expect(field.parse(typed)).toBe(value))

  it.each([
    ['2,001 characters', f.details, 'x'.repeat(2001), ['max:2000']],
    ['a condition of 101', f.condition, 'x'.repeat(101), ['max:100']],
    ['a serial number of 101', f.serial, '1'.repeat(101), ['max:100']],
    ['an address of 1,001', f.listing_url, `https://olx.in/${'x'.repeat(986)}`, ['max:1000']],
    ['a script for a link', f.listing_url, 'javascript:alert(1)', ['link']],
    ['data for a link', f.listing_url, 'data:text/html,<script>alert(1)</script>', ['link']],
    ['a link with a name before the host', f.listing_url, 'https://amanat.in@evil.example/', ['link']],
    ['a link with backslashes', f.listing_url, 'https:\\\\evil.example', ['link']],
    ['a link with a space', f.listing_url, 'https://olx.in/a b', ['link']],
    ['a host without a name', f.listing_url, 'http://localhost/', ['link']],
    ['words for a link', f.listing_url, 'on OLX', ['link']],
    ['a list for words', f.details, ['x'], ['required']],
  ] as const)('refuses %s', (_, field, typed, codes) => expect(fieldProblems(field, typed)).toEqual(codes))

  it('takes 2,000 signs outside the first plane', () => {
    expect(fieldProblems(f.details, '📦'.repeat(2000))).toEqual([])
  })
})

describe('webHost', () => {
  it.each([
    ['https://www.olx.in/item/1', 'www.olx.in'],
    ['HTTP://OLX.in:8080/x', 'olx.in:8080'],
    ['https://оlx.in/', 'xn--lx-emc.in'],
    ['https://olx.in#@evil.example/', 'olx.in'],
    ['https://evil.example?olx.in', 'evil.example'],
    ['ftp://olx.in/', null],
    ['https://', null],
  ])('of %s is %s', (address, host) => expect(webHost(address)).toBe(host))
})

it('is told in the order of the form, and terms from before say nothing', () => {
  expect(describedIn({ serial: 'X1', details: 'Blue', amount: 5, condition: '' })).toEqual([
    ['details', 'Blue'],
    ['serial', 'X1'],
  ])
  expect(describedIn({ service_details: 'Phone', details: 7 })).toEqual([])
})

describe('a list of deliverables', () => {
  const lines = [
    { item: ' product  photos (1080p) ', count: '5' },
    { item: 'reels', count: 2 },
  ]
  it('is counted, and told a line each', () => {
    const list = deliverableList.parse(lines)
    expect(list).toEqual([
      { item: 'product photos (1080p)', count: 5 },
      { item: 'reels', count: 2 },
    ])
    expect(describedIn({ details: 'Raw', deliverable_list: list })).toEqual([
      ['deliverable_list', '5 × product photos (1080p)\n2 × reels'],
      ['details', 'Raw'],
    ])
  })
  it('is told as a form has it too, where a count is what was typed', () => {
    expect(describedIn({ deliverable_list: lines })).toEqual([
      ['deliverable_list', '5 ×  product  photos (1080p) \n2 × reels'],
    ])
    expect(describedIn({ deliverable_list: [{ item: 'reels', count: '' }] })).toEqual([])
  })
  it.each([undefined, null, []])('%j is none', (list) => expect(deliverableList.parse(list)).toBeUndefined())
  it('keeps a number without its text, which is refused', () => {
    const counted = [...lines, { item: '  ', count: '40' }]
    expect(filledLines(counted)).toEqual(counted)
    expect(fieldProblems(deliverableList, counted)).toEqual(['required'])
  })
  it('forgets lines that were left empty', () => {
    expect(filledLines([...lines, { item: ' ', count: '1' }, { item: '', count: ' ' }, null])).toEqual(lines)
    expect(filledLines('text')).toEqual([])
  })
  it.each([
    [[{ item: '', count: 1 }], ['required']],
    [[{ item: 'x'.repeat(101), count: 1 }], ['max:100']],
    [[{ item: 'reels', count: 0 }], ['numbers_only']],
    [[{ item: 'reels', count: 10_000 }], ['numbers_only']],
    [[{ item: 'reels', count: 1.5 }], ['numbers_only']],
    [[{ item: 'reels', count: 'two' }], ['numbers_only']],
    [Array.from({ length: 21 }, () => ({ item: 'reels', count: 1 })), ['max:20']],
    ['reels', ['required']],
  ])('refuses %j', (list, codes) => expect(fieldProblems(deliverableList, list)).toEqual(codes))
})
