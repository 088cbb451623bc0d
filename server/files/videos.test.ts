import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVideoMetadata, withoutVideoMetadata } from './videos.ts'

const PLACE = '+18.5204+073.8567/'

function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}
function longBox(type: string, content: string): Buffer {
  const header = Buffer.alloc(16)
  header.writeUInt32BE(1)
  header.write(type, 4, 'latin1')
  header.writeBigUInt64BE(BigInt(16 + content.length), 8)
  return Buffer.concat([header, Buffer.from(content)])
}
const samples = box('mdat', 'the pictures and the sound')
const video = (...metadata: Buffer[]): Buffer =>
  Buffer.concat([box('ftyp', 'isom'), box('moov', box('mvhd', 'length'), ...metadata), samples])

describe('the metadata of a video', () => {
  it.each([
    ['QuickTime user data', video(box('udta', box('\u00a9xyz', PLACE)))],
    ['3GPP user data of a track', video(box('trak', box('tkhd', 'size'), box('udta', box('loci', PLACE))))],
    ['keys and values', video(box('meta', box('ilst', PLACE)))],
    ['XMP beside the film', Buffer.concat([video(), box('uuid', PLACE)])],
    ['a box of 64 bits', Buffer.concat([video(), longBox('udta', PLACE)])],
    ['a box that is cut off', Buffer.concat([video(), box('udta', PLACE, 'more').subarray(0, -4)])],
  ])('goes from %s, and nothing else changes', (_, original) => {
    const stripped = withoutVideoMetadata(original)
    expect([hasVideoMetadata(original), hasVideoMetadata(stripped)]).toEqual([true, false])
    expect(stripped.includes(PLACE)).toBe(false)
    expect([stripped.length, stripped.indexOf(samples)]).toEqual([original.length, original.indexOf(samples)])
  })

  it('is no part of a plain video, nor of what only looks like it in the samples', () => {
    const plain = Buffer.concat([video(), box('mdat', box('udta', PLACE))])
    expect(hasVideoMetadata(plain)).toBe(false)
    expect(withoutVideoMetadata(plain)).toEqual(plain)
  })

  it('of any bytes at all ends, keeps the length and leaves none', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('moov', 'trak', 'udta', 'meta').map((type) => new Uint8Array(box(type, PLACE))),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const bytes = Buffer.concat(pieces)
        const stripped = withoutVideoMetadata(bytes)
        expect([stripped.length, hasVideoMetadata(stripped)]).toEqual([bytes.length, false])
      }),
    )
  })
})
