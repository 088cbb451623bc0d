/**
 * What our own papers print, read out of the PDF: each font says which letter a glyph stands for. Spaces are left out,
 * since where a word ends is a matter of places on the page. In Hindi several letters share a glyph.
 */
import { inflateSync } from 'node:zlib'

export const squeezed = (text: string): string => text.replace(/\s+/g, '')

export const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

/** In the order of drawing. */
export function printedOn(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [
      id,
      body,
    ]),
  )
  const bodies = [...objects.values()].map(String)
  const streams = bodies.map(unpacked)
  const fonts = new Map<string, string[]>()
  for (const [, name = '', id = ''] of bodies.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const letters = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
    if (letters) fonts.set(name, lettersOf(unpacked(objects.get(letters) ?? '')))
  }
  return squeezed(
    streams
      .filter((text) => / TJ\n/.test(text))
      .map((text) => drawnIn(text, fonts))
      .join(''),
  )
}

function unpacked(body: string): string {
  const stream = /\nstream\n([\s\S]*)\nendstream/.exec(body)?.[1]
  if (stream === undefined || !body.includes('/FlateDecode') || body.includes('/Subtype /Image')) return ''
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
}

/** By the number of the glyph. */
function lettersOf(map: string): string[] {
  const ranges = [...map.matchAll(/<(\w{4})> <\w{4}> \[(.*)\]/g)]
  const letters: string[] = []
  for (const [, from = '', list = ''] of ranges)
    for (const [i, code] of [...list.matchAll(/<([\w ]+)>/g)].entries())
      letters[Number.parseInt(from, 16) + i] = Buffer.from(squeezed(code[1] ?? ''), 'hex')
        .swap16()
        .toString('utf16le')
  return letters
}

function drawnIn(text: string, fonts: ReadonlyMap<string, string[]>): string {
  let letters: readonly string[] | undefined
  const drawn = [...text.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)>/g)].map(([, font, hex = '']) => {
    if (font) letters = fonts.get(font)
    // the fonts that every reader has know plain letters only
    if (!letters) return Buffer.from(hex, 'hex').toString('latin1')
    const known = letters
    return (hex.match(/.{4}/g) ?? []).map((code) => known[Number.parseInt(code, 16)] ?? '').join('')
  })
  return drawn.join('')
}
