/** Pictures and videos that say where they were taken: the other party gets a copy without it. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { addFile, CONTENT, download, type File } from '#test/support/files.ts'
import { bringTo, offerShopping, type Pair, type Person, teammate } from '#test/support/people.ts'

const app = useApp()
let pair: Pair
let mediator: Person
beforeAll(async () => {
  mediator = await teammate(app)
})
const fresh = async () => {
  pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
}

describe('a picture that says where it was taken', () => {
  let file: File
  let original: Buffer
  beforeAll(async () => {
    await fresh()
    original = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#a52' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'Phone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' },
      })
      .toBuffer()
    file = await addFile(app, pair.payee, pair.formPk, {
      name: 'parcel.jpg',
      content: original,
      kind: 'product_photo',
    })
  })
  it('is kept as it is, for its uploader and the team', async () => {
    expect((await sharp(original).metadata()).exif?.includes('Phone')).toBe(true)
    for (const who of [pair.payee, mediator])
      expect((await download(app, who, pair.formPk, file.id)).bytes.equals(original)).toBe(true)
    expect(file.sha256).toBe(createHash('sha256').update(original).digest('hex'))
  })
  it.each([
    ['goes to the other side in full, without it', '', 'image/jpeg', { width: 1200, height: 2400 }],
    ['is shown smaller and upright, without it', '?view=1', 'image/webp', { width: 800, height: 1600 }],
  ])('%s', async (_, query, type, size) => {
    // the second time it comes from the store
    for (const who of [pair.payer, pair.payer]) {
      const reply = await download(app, who, pair.formPk, file.id, query)
      expect([reply.status, reply.headers['content-type']]).toEqual([200, type])
      const { exif, xmp, iptc, orientation, width, height } = await sharp(reply.bytes).metadata()
      expect([exif, xmp, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1])
      expect({ width, height }).toEqual(size)
      expect(reply.bytes.includes('Phone')).toBe(false)
    }
  })
  it.each(['png', 'webp'] as const)('as %s too', async (type) => {
    const content = await sharp(original).keepExif()[type]().toBuffer()
    const file = await addFile(app, pair.payee, pair.formPk, { name: `p.${type}`, content })
    const reply = await download(app, pair.payer, pair.formPk, file.id)
    expect((await sharp(reply.bytes).metadata()).exif).toBeUndefined()
    expect(
      (await sharp((await download(app, pair.payee, pair.formPk, file.id)).bytes).metadata()).exif,
    ).toBeDefined()
  })
  it.each(['jpeg', 'png', 'webp'] as const)('as %s whose XMP alone says it too', async (type) => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="18,31N"/></rdf:RDF></x:xmpmeta>`
    const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a52' } })
      .withXmp(xmp)
      [type]()
      .toBuffer()
    expect((await sharp(content).metadata()).xmp).toBeDefined()
    const name = type === 'jpeg' ? 'p.jpg' : `p.${type}`
    const file = await addFile(app, pair.payee, pair.formPk, { name, content })
    for (const query of ['', '?view=1']) {
      const reply = await download(app, pair.payer, pair.formPk, file.id, query)
      expect([reply.status, reply.bytes.includes('GPSLatitude')]).toEqual([200, false])
    }
  })
  it('one without goes out byte for byte', async () => {
    const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a52' } })
      .withExif({ IFD0: { Make: 'Scanner' } })
      .png()
      .toBuffer()
    const file = await addFile(app, pair.payee, pair.formPk, { name: 'p.png', content })
    expect((await download(app, pair.payer, pair.formPk, file.id)).bytes.equals(content)).toBe(true)
  })
  it.each([
    ['what is no picture', 'a.txt', CONTENT.txt],
    ['what cannot be drawn', 'a.png', CONTENT.png],
  ])('%s has no view', async (_, name, content) => {
    const file = await addFile(app, pair.payer, pair.formPk, { name, content })
    expect((await download(app, pair.payer, pair.formPk, file.id, '?view=1')).status).toBe(415)
  })
})

describe('a video that says where it was taken', () => {
  beforeAll(fresh)
  it('goes to the other side without it, to its uploader as it is', async () => {
    const place = '+18.5204+073.8567/'
    const atom = (type: string, content: Buffer): Buffer => {
      const header = Buffer.alloc(8)
      header.writeUInt32BE(8 + content.length)
      header.write(type, 4, 'latin1')
      return Buffer.concat([header, content])
    }
    const content = Buffer.concat([
      atom('ftyp', Buffer.from('isom\0\0\x02\0')),
      atom('moov', atom('udta', atom('\u00a9xyz', Buffer.from(place)))),
      atom('mdat', Buffer.from('the opening of the parcel')),
    ])
    const video = await addFile(app, pair.payee, pair.formPk, { name: 'opening.mp4', content })
    const other = await download(app, pair.payer, pair.formPk, video.id)
    expect([other.status, other.bytes.length, other.bytes.includes(place)]).toEqual([
      200,
      content.length,
      false,
    ])
    expect(other.bytes.includes('the opening of the parcel')).toBe(true)
    expect((await download(app, pair.payee, pair.formPk, video.id)).bytes.equals(content)).toBe(true)
  })
})
