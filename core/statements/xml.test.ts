// XML as banks write it: elements, text and little else; what is not well-formed is refused as a whole.
import { describe, expect, it } from 'vitest'
import { UnreadableStatement } from './lines.ts'
import { elementsAt, readXml, textAt } from './xml.ts'

const textOf = (source: string, path = 'a'): string | null => textAt(readXml(source), path)

describe('the text of an element', () => {
  it.each([
    ['<a>x</a>', 'x'],
    ['<a> x y\n</a>', 'x y'],
    ['<p:a>x</p:a>', 'x'],
    ['<p:a>x</a>', 'x'],
    ['<a ><!-- no -->x<!-- a\n > --></a >', 'x'],
    ['<?xml version="1.0"?><?more\nof it?><a>x</a>', 'x'],
    ['\ufeff<a>x</a>', 'x'],
    ['<a><![CDATA[ <b> & ]] > \n]]></a>', '<b> & ]] >'],
    ['<a>x<![CDATA[&amp;]]>y</a>', 'x&amp;y'],
    ['<a>&amp;&lt;&gt;&quot;&apos;</a>', '&<>"\''],
    ['<a>&#65;&#x42;&#X43;&#x20B9;</a>', 'ABC₹'],
    ['<a>&#x10ffff;</a>', '\u{10ffff}'],
    ['<a>&#x110000;&unknown;&</a>', '&#x110000;&unknown;&'],
    ['<a>x<b>y</b>z</a>', 'xz'],
    ['<a b="1"\n c = \'2>\'>x</a>', 'x'],
    ['<a/>', ''],
    ['<a b="1" />', ''],
    ['<b/>', null],
    ['<a>1</a><a>2</a>', '1'],
  ])('%j is %j', (source, text) => {
    expect(textOf(source)).toBe(text)
  })
})

it('a path goes through every element of its names', () => {
  const root = readXml('<a><b>1</b><b>2</b></a><a><c/><b>3</b></a><b>4</b>')
  expect(elementsAt(root, 'a/b').map(({ text }) => text)).toEqual(['1', '2', '3'])
  expect(elementsAt(root, 'a/c/b')).toEqual([])
})

it.each([
  ['<a Ccy="INR"/>', 'INR'],
  ["<a Ccy='INR'/>", 'INR'],
  ['<a x="1" Ccy = "USD"/>', 'USD'],
  ['<a Ccy=""/>', ''],
  ['<a xCcy="INR"/>', null],
  ['<a/>', null],
])('the currency of %s is %j', (source, currency) => {
  expect(elementsAt(readXml(source), 'a')[0]?.currency).toBe(currency)
})

describe('damaged is', () => {
  const depth = (count: number): string => '<a>'.repeat(count) + '</a>'.repeat(count)
  it.each([
    '<a>',
    '</a>',
    '<a></b>',
    '<a><b></a></b>',
    '<a></a></a><a>',
    '<a b=1/>',
    '<a b="<"/>',
    '<a b/>',
    '<>',
    '<a><![CDATA[x</a>',
    '<a><!-- x</a>',
    '<!DOCTYPE a><a/>',
    '<a>x</a><',
    depth(40),
  ])('%j', (source) => {
    expect(() => readXml(source)).toThrow(new UnreadableStatement('damaged'))
  })
  it('not what is as deep as a message may be', () => {
    expect(() => readXml(depth(39))).not.toThrow()
  })
})
