/** Pictures of an offer that waits for its seller, and of what a seller asks for: terms of the offer that is made of it. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_ITEM_PHOTOS } from '#core/files.ts'
import { removeOrphanPhotos } from '#server/services/privacy/remove-bytes.ts'
import { HOST, useApp } from '#test/support/app.ts'
import { CONTENT, download, upload } from '#test/support/files.ts'
import { requireDocumented } from '#test/support/openapi/documented.ts'
import { look, PASSWORD, type Person, person, take } from '#test/support/people.ts'

const app = useApp()
let buyer: Person
let seller: Person
let picture: Buffer
let count = 0
beforeAll(async () => {
  buyer = await person(app, 'Buyer')
  seller = await person(app, 'Seller')
  picture = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#334455' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' } })
    .jpeg()
    .toBuffer()
})

const FORM = { service_details: 'Old camera', amount: '4500' }
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
function newNumber(): string {
  count += 1
  return String(9_720_000_000 + count)
}

const KINDS = ['invites', 'requests'] as const
type Kind = (typeof KINDS)[number]
const maker = (kind: Kind) => (kind === 'invites' ? buyer : seller)
const call = (who: Person, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: who.token, body })

/** Of an invitation to nobody's number, or a request to the buyer. */
async function create(kind: Kind, phone = kind === 'invites' ? newNumber() : buyer.phone): Promise<string> {
  const { status, body } = await call(maker(kind), 'POST', `/api/${kind}`, { ...FORM, cpty_phone: phone })
  if (status !== 201) throw new Error(`${kind}: ${status} ${JSON.stringify(body)}`)
  return body.id
}

const confirm = (id: string, photos?: readonly string[]) =>
  call(buyer, 'POST', `/api/requests/${id}/confirm`, photos && { photos })

const rowOf = async (who: Person, kind: Kind, id: string) =>
  (await call(who, 'GET', `/api/${kind}`)).body.find((row: { id: string }) => row.id === id)

async function add(
  who: Person,
  kind: Kind,
  id: string,
  { files = [['a.jpg', picture]] as [string, Buffer][], key = '' } = {},
) {
  const form = new FormData()
  for (const [name, content] of files) form.append('files', new Blob([new Uint8Array(content)]), name)
  const encoded = new Response(form)
  const reply = await app.app.inject({
    method: 'POST',
    url: `/api/${kind}/${id}/photos`,
    headers: {
      host: HOST,
      'content-type': encoded.headers.get('content-type') ?? '',
      authorization: `Token ${who.token}`,
      ...(key ? { 'idempotency-key': key } : {}),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const answer = { status: reply.statusCode, body: reply.json(), headers: reply.headers }
  requireDocumented('POST', `/api/${kind}/${id}/photos`, answer)
  return answer
}

async function open(who: Person, kind: Kind, id: string, photoId: string) {
  const reply = await app.app.inject({
    url: `/api/${kind}/${id}/photos/${photoId}`,
    headers: { host: HOST, authorization: `Token ${who.token}` },
  })
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers }
}

const isStored = async (id: string): Promise<boolean> => {
  const stream = await app.files.store.open(id)
  stream?.destroy()
  return stream !== null
}
const clean = () => removeOrphanPhotos(app.db.runInTransaction, app.files.store)

describe('pictures of an offer that waits for its seller', () => {
  it('are terms of the first version that is sent, with their hashes, as the buyer’s files', async () => {
    const phone = newNumber()
    const id = await create('invites', phone)
    const back = await sharp(picture).negate().png().toBuffer()
    const files: [string, Buffer][] = [
      ['front.jpg', picture],
      ['back.png', back],
    ]
    const { status, body } = await add(buyer, 'invites', id, { files })
    expect(status).toBe(201)
    const [front, second] = body
    expect((await rowOf(buyer, 'invites', id)).photos).toEqual([
      { id: front.id, name: 'front.jpg' },
      { id: second.id, name: 'back.png' },
    ])
    const shop = await person(app, 'Seller', { phone_number: phone })
    const sent = await call(buyer, 'POST', `/api/invites/${id}/send`, {})
    const deal = await look(app, shop, sent.body.form_pk)
    const terms = [
      { id: front.id, sha256: sha256(picture) },
      { id: second.id, sha256: sha256(back) },
    ]
    expect(deal).toMatchObject({ terms_version: 1, terms: { photos: terms } })
    expect(deal.events[0]).toMatchObject({ name: 'create', data: { photos: terms } })
    expect(deal.files).toMatchObject([
      { id: front.id, kind: 'item_photo', by: 'payer', sha256: sha256(picture) },
      { id: second.id, by: 'payer' },
    ])
    const shown = await download(app, shop, sent.body.form_pk, front.id)
    expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined()
    await clean()
    expect([await isStored(front.id), await isStored(second.id)]).toEqual([true, true])
  })
})

describe('pictures of what a seller asks for', () => {
  it('are seen by the buyer before they say yes, and are the seller’s in the offer that comes of it', async () => {
    const id = await create('requests')
    const [photo] = (await add(seller, 'requests', id)).body
    expect((await rowOf(buyer, 'requests', id)).photos).toEqual([{ id: photo.id, name: 'a.jpg' }])
    const { status, bytes, headers } = await open(buyer, 'requests', id, photo.id)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ])
    const { width, exif } = await sharp(bytes).metadata()
    expect([width, exif]).toEqual([1600, undefined])
    const { form_pk } = (await confirm(id, [photo.id])).body
    const deal = await look(app, buyer, form_pk)
    expect(deal).toMatchObject({
      terms_version: 1,
      terms: { photos: [{ id: photo.id, sha256: sha256(picture) }] },
      files: [{ id: photo.id, kind: 'item_photo', by: 'payee' }],
    })
    expect((await open(buyer, 'requests', id, photo.id)).status).toBe(404)
    expect((await add(seller, 'requests', id)).status).toBe(409)
    const accepted = await take(app, seller, form_pk, 'accept', { terms_version: 1, rules_accepted: true })
    expect(accepted.status).toBe('agreed')
  })

  it('stay with another change of the buyer, or are left out of the terms and stay the seller’s', async () => {
    const id = await create('requests')
    const [photo] = (await add(seller, 'requests', id)).body
    const { form_pk } = (await confirm(id, [photo.id])).body
    const edited = await take(app, buyer, form_pk, 'edit', { amount: 4000 })
    expect(edited.terms.photos).toHaveLength(1)
    const address = `/api/deals/${form_pk}/files/${photo.id}`
    expect((await call(seller, 'DELETE', address)).status).toBe(403)
    const left = await call(buyer, 'DELETE', address)
    expect([left.status, left.body.withdrawn_at]).toEqual([200, null])
    const deal = await look(app, seller, form_pk)
    expect(deal).toMatchObject({
      terms_version: 3,
      files: [{ id: photo.id, by: 'payee', withdrawn_at: null }],
    })
    expect(deal.terms.photos).toBeUndefined()
    // out of the terms it is a file like any other
    expect((await call(buyer, 'DELETE', address)).status).toBe(403)
  })
})

describe('a request whose seller adds a picture after the buyer has read it', () => {
  it('is not sent with a picture that the buyer does not name, nor by one who names none', async () => {
    const id = await create('requests')
    expect((await rowOf(buyer, 'requests', id)).photos).toEqual([])
    const [photo] = (await add(seller, 'requests', id)).body
    for (const photos of [undefined, [], ['another'], [photo.id, 'another']]) {
      const refused = await confirm(id, photos)
      expect([refused.status, refused.body.code]).toEqual([409, 'stale_terms'])
    }
    expect((await confirm(id, [photo.id, 7 as never])).status).toBe(400)
    const { form_pk } = (await confirm(id, [photo.id])).body
    expect((await look(app, seller, form_pk)).terms.photos).toMatchObject([{ id: photo.id }])
  })

  it('without pictures is sent by whoever names none', async () => {
    expect((await confirm(await create('requests'))).status).toBe(200)
  })
})

describe('a request that became an offer to somebody else', () => {
  const sent = async () => {
    const id = await create('requests')
    const [photo] = (await add(seller, 'requests', id)).body
    const { form_pk } = (await confirm(id, [photo.id])).body
    const other = await person(app, 'Seller')
    return { photo, form_pk, other, named: { cpty_phone: other.phone, cpty_company: other.business } }
  }

  it('shows that other seller no place of its pictures, which are no terms of it', async () => {
    const { photo, form_pk, other, named } = await sent()
    const own = await download(app, seller, form_pk, photo.id)
    expect((await sharp(own.bytes).metadata()).exif).toBeDefined()
    const edited = await take(app, buyer, form_pk, 'edit', named)
    expect(edited.terms.photos).toBeUndefined()
    const shown = await download(app, other, form_pk, photo.id)
    expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined()
    expect((await download(app, seller, form_pk, photo.id)).status).toBe(404)
  })

  it('keeps the pictures of the buyer, and cannot name those of the first seller', async () => {
    const { photo, form_pk, named } = await sent()
    const [own] = (
      await upload(app, buyer, form_pk, {
        files: [{ name: 'mine.jpg', content: CONTENT.jpg }],
        kind: 'item_photo',
      })
    ).body
    const refused = await call(buyer, 'POST', `/api/deals/${form_pk}/edit`, { ...named, photos: [photo.id] })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['photos']])
    const edited = await take(app, buyer, form_pk, 'edit', named)
    expect(edited.terms.photos).toMatchObject([{ id: own?.id }])
  })
})

describe.each(KINDS)('pictures of %s', (kind) => {
  it('are nobody else’s to add or to see', async () => {
    const id = await create(kind, newNumber())
    const [photo] = (await add(maker(kind), kind, id)).body
    for (const role of ['Buyer', 'Seller'] as const) {
      const other = await person(app, role)
      const isRole = role === (kind === 'invites' ? 'Buyer' : 'Seller')
      expect((await add(other, kind, id)).status).toBe(isRole ? 404 : 403)
      expect((await open(other, kind, id, photo.id)).status).toBe(404)
    }
    const another = await create(kind, newNumber())
    await add(maker(kind), kind, another)
    expect((await open(maker(kind), kind, another, photo.id)).status).toBe(404)
    expect((await open(maker(kind), kind, id, photo.id)).status).toBe(200)
  })

  it('are eight at most, pictures alone, and the same ones once', async () => {
    const id = await create(kind, newNumber())
    const paper = await add(maker(kind), kind, id, { files: [['paper.pdf', CONTENT.pdf]] })
    expect([paper.status, paper.body.code]).toEqual([415, 'unsupported_type'])
    expect((await add(maker(kind), kind, id, { files: [] })).status).toBe(400)
    const key = `photos-${kind}-${id}`
    const first = await add(maker(kind), kind, id, { key })
    const again = await add(maker(kind), kind, id, { key })
    expect(again.body).toEqual(first.body)
    const more = (amount: number) =>
      Array.from({ length: amount }, (_, at): [string, Buffer] => [`${at}.jpg`, CONTENT.jpg])
    const over = await add(maker(kind), kind, id, { files: more(MAX_ITEM_PHOTOS) })
    expect([over.status, over.body.code]).toEqual([409, 'limit_reached'])
    expect((await add(maker(kind), kind, id, { files: more(MAX_ITEM_PHOTOS - 1) })).status).toBe(201)
    expect((await rowOf(maker(kind), kind, id)).photos).toHaveLength(MAX_ITEM_PHOTOS)
  })

  it('leave the store when it is taken back, or too old', async () => {
    const [ended, old, open_] = [
      await create(kind, newNumber()),
      await create(kind, newNumber()),
      await create(kind, newNumber()),
    ]
    const ids = await Promise.all(
      [ended, old, open_].map(async (id) => (await add(maker(kind), kind, id)).body[0].id),
    )
    await open(maker(kind), kind, ended, ids[0])
    expect((await call(maker(kind), 'DELETE', `/api/${kind}/${ended}`)).status).toBe(204)
    const table = kind === 'invites' ? 'invite' : 'deal_request'
    await app.db.ownerPool.query(`delete from ${table} where id = $1`, [old])
    expect(await clean()).toBe(2)
    expect(await Promise.all(ids.map(isStored))).toEqual([false, false, true])
    expect(await isStored(`${ids[0]}.view`)).toBe(false)
    expect(await clean()).toBe(0)
  })
})

it('pictures of an account that is erased leave the store; they are in its copy of the data before', async () => {
  const leaving = await person(app, 'Seller')
  const { body } = await call(leaving, 'POST', '/api/requests', { ...FORM, cpty_phone: newNumber() })
  const [photo] = (await add(leaving, 'requests', body.id)).body
  const copy = (await call(leaving, 'GET', '/api/account/export')).body
  expect(copy.waiting_photos).toMatchObject([{ id: photo.id, name: 'a.jpg' }])
  await call(leaving, 'POST', '/api/account/delete', { password: PASSWORD })
  expect(await clean()).toBe(1)
  expect(await isStored(photo.id)).toBe(false)
})
