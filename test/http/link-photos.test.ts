/** The picture and the poster of an offer link: stored small and without places, seen by anybody, printed by its owner. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { countUploadsOfUser } from '#server/repositories/files.ts'
import { HOST, useApp } from '#test/support/app.ts'
import { CONTENT } from '#test/support/files.ts'
import { requireDocumented } from '#test/support/openapi/documented.ts'
import { printedOn, squeezed } from '#test/support/pdf-text.ts'
import { look, PASSWORD, type Person, person } from '#test/support/people.ts'

const app = useApp()
let seller: Person
let picture: Buffer
beforeAll(async () => {
  seller = await person(app, 'Seller')
  picture = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#aa3322' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' } })
    .jpeg()
    .toBuffer()
})

const create = async (who = seller) => {
  const body = { track: 'shopping', title: 'Cotton kurta', amount: 1250, stock: 5 }
  return (await app.call('POST', '/api/links', { token: who.token, body })).body
}

async function upload(id: string, content: Buffer, { name = 'kurta.jpg', who = seller } = {}) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const encoded = new Response(form)
  const reply = await app.app.inject({
    method: 'POST',
    url: `/api/links/${id}/photo`,
    headers: {
      host: HOST,
      'content-type': encoded.headers.get('content-type') ?? '',
      authorization: `Token ${who.token}`,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const { statusCode: status, headers } = reply
  requireDocumented('POST', `/api/links/${id}/photo`, { status, body: reply.json(), headers })
  return { status, body: reply.json() }
}

const get = (url: string, token?: string) => {
  const { pathname, search } = new URL(url, `http://${HOST}`)
  return app.app.inject({
    url: pathname + search,
    headers: { host: HOST, ...(token ? { authorization: `Token ${token}` } : {}) },
  })
}

describe('the picture of a link', () => {
  it('is its next version, seen by anybody, small and without the place where it was taken', async () => {
    const { id } = await create()
    const { status, body } = await upload(id, picture)
    expect([status, body.version]).toEqual([201, 2])
    const shown = (await app.call('GET', `/api/links/${id}`)).body
    expect(shown.photo).toBe(body.photo)
    const reply = await get(shown.photo)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(reply.headers['cache-control']).toMatch(/^public, max-age=/)
    const { width, height, exif } = await sharp(reply.rawPayload).metadata()
    expect([width, height, exif]).toEqual([800, 400, undefined])
    expect((await sharp(picture).metadata()).exif).toBeDefined()
  })

  it('is at most 100 KB, whatever was photographed', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const loud = sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#888', noise } })
    const { id } = await create()
    const { status, body } = await upload(id, await loud.jpeg({ quality: 90 }).toBuffer())
    expect(status).toBe(201)
    expect((await get(body.photo)).rawPayload.length).toBeLessThanOrEqual(100_000)
  })

  it('stays to be looked at when another one is shown; a deal names the one that it was taken with', async () => {
    const { id } = await create()
    const first = (await upload(id, picture)).body.photo
    const buyer = await person(app, 'Buyer')
    const { body: taken } = await app.call('POST', `/api/links/${id}/take`, { token: buyer.token })
    const second = (await upload(id, await sharp(picture).negate().png().toBuffer(), { name: 'b.png' })).body
    expect(second.version).toBe(3)
    expect(second.photo).not.toBe(first)
    expect((await get(first)).statusCode).toBe(200)
    const deal = await look(app, buyer, taken.form_pk)
    expect(first.endsWith(`/photos/${deal.terms.offer_link_photo}`)).toBe(true)
    const off = await app.call('PATCH', `/api/links/${id}`, { token: seller.token, body: { photo: null } })
    expect([off.body.photo, off.body.version]).toEqual([null, 4])
  })

  it('is no picture of another link, and no other file', async () => {
    const [one, other] = [await create(), await create()]
    const { photo } = (await upload(one.id, picture)).body
    expect((await get(photo.replace(one.id, other.id))).statusCode).toBe(404)
    for (const [name, content] of [
      ['a.pdf', CONTENT.pdf],
      ['a.txt', CONTENT.txt],
      ['a.jpg', CONTENT.jpg],
    ] as const)
      expect([name, (await upload(one.id, content, { name })).status]).toEqual([name, 415])
    expect((await upload(one.id, Buffer.alloc(11 * 1024 * 1024, picture))).status).toBe(409)
  })

  it('is added by its owner alone, and goes with the account', async () => {
    const leaving = await person(app, 'Seller')
    const { id } = await create(leaving)
    expect((await upload(id, picture)).status).toBe(404)
    const { photo } = (await upload(id, picture, { who: leaving })).body
    await app.call('POST', '/api/account/delete', { token: leaving.token, body: { password: PASSWORD } })
    expect((await get(photo)).statusCode).toBe(404)
    const { rows } = await app.db.ownerPool.query(
      'select octet_length(content)::int as bytes from offer_link_photo where owner_id = $1',
      [leaving.id],
    )
    expect(rows).toEqual([{ bytes: 0 }])
  })
})

const stockOf = async (id: string) => {
  const { rows } = await app.db.ownerPool.query('select stock from offer_link where id = $1', [id])
  return rows[0].stock
}

describe('the picture in a deal', () => {
  it('is that of its link at that moment, for both sides, whatever the link shows later', async () => {
    const { id } = await create()
    const { photo } = (await upload(id, picture)).body
    const shown = (await get(photo)).rawPayload
    const buyer = await person(app, 'Buyer')
    const { body: taken } = await app.call('POST', `/api/links/${id}/take`, { token: buyer.token })
    await upload(id, await sharp(picture).negate().png().toBuffer(), { name: 'b.png' })
    for (const who of [buyer, seller]) {
      const deal = await look(app, who, taken.form_pk)
      const file = deal.files[0] as { id: string; kind: string; by: string; sha256: string }
      expect([deal.files.length, file.kind, file.by]).toEqual([1, 'item_photo', 'payee'])
      expect(deal.terms.photos).toEqual([{ id: file.id, sha256: file.sha256 }])
      const { rawPayload } = await get(`/api/deals/${taken.form_pk}/files/${file.id}`, who.token)
      expect(rawPayload.equals(shown)).toBe(true)
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(file.sha256)
    }
    const { body: deals } = await app.call('GET', '/api/deals/', { token: buyer.token })
    expect(deals[0]?.photo).toBe((await look(app, buyer, taken.form_pk)).files[0]?.id)
  })

  it('does not count as an upload of its seller, and is removed where nothing was taken', async () => {
    const { id } = await create()
    await upload(id, picture)
    const [buyer, second] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    await app.call('POST', `/api/links/${id}/take`, { token: buyer.token })
    const { bytes } = await app.db.runInTransaction((tx) => countUploadsOfUser(tx, seller.id, new Date(0)))
    expect(bytes).toBe(0)
    const removed = vi.spyOn(app.files.store, 'remove')
    const again = await app.call('POST', `/api/links/${id}/take`, { token: buyer.token })
    expect([again.status, again.body.code, removed.mock.calls.length]).toEqual([409, 'limit_reached', 1])
    const [[name]] = removed.mock.calls as [[string]]
    expect(await app.files.store.open(name)).toBeNull()
    removed.mockRestore()
    const stored = vi.spyOn(app.files.store, 'put').mockRejectedValueOnce(new Error('the disk is full'))
    const failed = await app.call('POST', `/api/links/${id}/take`, { token: second.token })
    stored.mockRestore()
    expect([failed.status, await stockOf(id)]).toEqual([500, 4])
  })
})

describe('the poster', () => {
  it('is one page of A6 with the item, its price, the shop and the address', async () => {
    const { id, link } = await create()
    const reply = await get(`/api/links/${id}/poster.pdf`, seller.token)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = reply.rawPayload.toString('latin1')
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([298, 420])
    const printed = squeezed(printedOn(reply.rawPayload))
    for (const words of ['Cotton kurta', '₹1,250', seller.business ?? '', link])
      expect(printed).toContain(squeezed(words))
    const inHindi = await get(`/api/links/${id}/poster.pdf?lang=hi`, seller.token)
    expect(squeezed(printedOn(inHindi.rawPayload))).toContain(`/hi/o/${id}`)
  })

  it('is no stranger’s to print', async () => {
    const { id } = await create()
    const other = await person(app, 'Seller')
    expect((await get(`/api/links/${id}/poster.pdf`, other.token)).statusCode).toBe(404)
  })
})
