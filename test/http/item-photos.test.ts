/** Pictures of the goods: added to an open offer by its maker, terms of its next version, fixed once agreed. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { ITEM_PHOTO, MAX_ITEM_PHOTOS } from '#core/files.ts'
import { useApp } from '#test/support/app.ts'
import { CONTENT, download, type File, upload } from '#test/support/files.ts'
import {
  look,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  person,
  take,
} from '#test/support/people.ts'

const app = useApp()

const photo = (name = 'phone.jpg') => ({ name, content: Buffer.concat([CONTENT.jpg, Buffer.from(name)]) })
const send = (who: Person, formPk: string, names: readonly string[] = ['phone.jpg'], kind = ITEM_PHOTO) =>
  upload(app, who, formPk, { files: names.map(photo), kind })
const added = async (pair: Pair, ...names: string[]): Promise<File[]> => {
  const { status, body } = await send(pair.creator, pair.formPk, names)
  if (status !== 201) throw new Error(`adding pictures: ${status} ${JSON.stringify(body)}`)
  return body
}
const term = ({ id, sha256 }: File) => ({ id, sha256 })
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
]

describe.each([
  ['shopping', offerShopping],
  ['services', offerServices],
] as const)('pictures of an offer of %s', (track, offer) => {
  it('are terms: named with their hashes, a new version, in the event and for the other side to see', async () => {
    const pair = await offer(app, { details: 'As in the pictures' })
    const [first, second] = await added(pair, 'front.jpg', 'back.jpg')
    if (!first || !second) throw new Error('no pictures')
    const list = await app.call('GET', '/api/deals/', { token: pair.creator.token })
    expect(list.body[0]).toMatchObject({ form_pk: pair.formPk, photo: first.id })
    const deal = await look(app, pair.counterparty, pair.formPk)
    expect(deal).toMatchObject({ terms_version: 2, terms: { details: 'As in the pictures' } })
    expect(deal.terms.photos).toEqual([term(first), term(second)])
    expect(deal.events.at(-1)).toMatchObject({ name: 'edit', data: { photos: [term(first), term(second)] } })
    expect(first.sha256).toBe(createHash('sha256').update(photo('front.jpg').content).digest('hex'))
    const { body } = await app.call('GET', `/api/transactions/${track}/?form_pk=${pair.formPk}`, {
      token: pair.counterparty.token,
    })
    expect(body.photos).toEqual([term(first), term(second)])
    expect((await download(app, pair.counterparty, pair.formPk, first.id)).status).toBe(200)
    expect((await download(app, await person(app, 'Buyer'), pair.formPk, first.id)).status).toBe(404)
  })

  it('are told of with the offer that they come with, and as new terms later', async () => {
    const pair = await offer(app)
    await added(pair, 'a.jpg')
    const kinds = async () => {
      const { body } = await app.call('GET', '/api/notices', { token: pair.counterparty.token })
      return body.map(({ kind }: { kind: string }) => kind)
    }
    expect(await kinds()).toEqual(['create'])
    await app.advance('PT10M')
    await added(pair, 'b.jpg')
    expect(await kinds()).toEqual(['edit', 'create'])
  })

  it('stay with another change, are put in another order, and go when they are taken back', async () => {
    const pair = await offer(app)
    const [a, b] = await added(pair, 'a.jpg', 'b.jpg')
    if (!a || !b) throw new Error('no pictures')
    const edit = (body: unknown) => take(app, pair.creator, pair.formPk, 'edit', body)
    expect((await edit({ amount: 900 })).terms.photos).toEqual([term(a), term(b)])
    expect((await edit({ photos: [b.id, a.id] })).terms.photos).toEqual([term(b), term(a)])
    const address = `/api/deals/${pair.formPk}/files/${b.id}`
    expect((await app.call('DELETE', address, { token: pair.counterparty.token })).status).toBe(403)
    expect((await app.call('DELETE', address, { token: pair.creator.token })).status).toBe(200)
    const deal = await look(app, pair.counterparty, pair.formPk)
    expect(deal).toMatchObject({ terms_version: 5, terms: { photos: [term(a)] } })
    expect((await download(app, pair.counterparty, pair.formPk, b.id)).status).toBe(410)
  })

  it('are fixed once it is agreed: none comes, none goes', async () => {
    const pair = await offer(app)
    const [a] = await added(pair, 'a.jpg')
    expect(
      (await take(app, pair.counterparty, pair.formPk, 'accept', { terms_version: 2, rules_accepted: true }))
        .status,
    ).toBe('agreed')
    expect(codeOf(await send(pair.creator, pair.formPk))).toEqual([409, 'wrong_state'])
    const address = `/api/deals/${pair.formPk}/files/${a?.id}`
    expect(codeOf(await app.call('DELETE', address, { token: pair.creator.token }))).toEqual([
      409,
      'wrong_state',
    ])
    expect((await look(app, pair.payer, pair.formPk)).files[0]).toMatchObject({ withdrawn_at: null })
  })
})

describe('of an offer', () => {
  let pair: Pair
  beforeAll(async () => {
    pair = await offerShopping(app)
  })

  it('the other side adds none, and nobody anything else', async () => {
    expect(codeOf(await send(pair.counterparty, pair.formPk))).toEqual([409, 'wrong_state'])
    expect(codeOf(await send(pair.creator, pair.formPk, ['a.jpg'], 'other'))).toEqual([409, 'wrong_state'])
    expect((await send(await person(app, 'Buyer'), pair.formPk)).status).toBe(404)
    const paper = { files: [{ name: 'paper.pdf', content: CONTENT.pdf }], kind: ITEM_PHOTO }
    expect(codeOf(await upload(app, pair.creator, pair.formPk, paper))).toEqual([415, 'unsupported_type'])
    expect((await look(app, pair.creator, pair.formPk)).files).toEqual([])
  })

  it('a picture of another deal, or somebody else’s, is not named', async () => {
    const other = await offerShopping(app)
    const [foreign] = await added(other, 'a.jpg')
    for (const photos of [[foreign?.id], ['nothing'], 'text', [7]])
      expect(
        await app.call('POST', `/api/deals/${pair.formPk}/edit`, {
          token: pair.creator.token,
          body: { photos },
        }),
      ).toMatchObject({ status: 400, body: { photos: expect.anything() } })
  })

  it('there are eight at most, each can give way to another one once, and withdrawn ones count', async () => {
    const full = await offerShopping(app)
    const eight = Array.from({ length: MAX_ITEM_PHOTOS }, (_, i) => `${i}.jpg`)
    const withdraw = async ({ id }: File) =>
      (await app.call('DELETE', `/api/deals/${full.formPk}/files/${id}`, { token: full.creator.token }))
        .status
    const first = await added(full, ...eight)
    expect(codeOf(await send(full.creator, full.formPk))).toEqual([409, 'limit_reached'])
    expect((await look(app, full.creator, full.formPk)).files).toHaveLength(MAX_ITEM_PHOTOS)
    for (const file of first) expect(await withdraw(file)).toBe(200)
    const [last] = await added(full, ...eight)
    if (!last) throw new Error('no pictures')
    expect(await withdraw(last)).toBe(200)
    expect(codeOf(await send(full.creator, full.formPk))).toEqual([409, 'limit_reached'])
  })

  it('they take no room of the proof that comes later', async () => {
    const later = await offerShopping(app)
    await added(later, ...Array.from({ length: MAX_ITEM_PHOTOS }, (_, i) => `${i}.jpg`))
    await take(app, later.counterparty, later.formPk, 'accept', { terms_version: 2, rules_accepted: true })
    const names = Array.from({ length: 10 }, (_, i) => `${i}.jpg`)
    expect((await send(later.creator, later.formPk, names, 'other')).status).toBe(201)
  })
})

it('the other side gets a picture without the place where it was taken', async () => {
  const pair = await offerShopping(app)
  const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .withExif({
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '18/1 31/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '73/1 51/1 0/1',
      },
    })
    .jpeg()
    .toBuffer()
  const { body } = await upload(app, pair.creator, pair.formPk, {
    files: [{ name: 'home.jpg', content }],
    kind: ITEM_PHOTO,
  })
  const id = body[0]?.id ?? ''
  const exif = async (who: Person, query: string) =>
    (await sharp((await download(app, who, pair.formPk, id, query)).bytes).metadata()).exif
  expect(await exif(pair.creator, '')).toBeDefined()
  expect(await exif(pair.counterparty, '')).toBeUndefined()
  expect(await exif(pair.counterparty, '?view=1')).toBeUndefined()
})
