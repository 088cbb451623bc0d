/** A file of a form is its uploader's alone until an action or a message names it. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it, test } from 'vitest'
import type { FileStore } from '#server/files/store.ts'
import { eraseUnsentFiles } from '#server/services/privacy/remove-bytes.ts'
import { useApp } from '#test/support/app.ts'
import { addFile, CONTENT, download, type File, upload } from '#test/support/files.ts'
import { bringTo, look, offerShopping, type Pair, type Person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let pair: Pair
let mediator: Person
beforeAll(async () => {
  mediator = await teammate(app)
  pair = await offerShopping(app)
  await bringTo(app, pair, 'funded')
  await take(app, pair.payee, pair.formPk, 'ship', { courier: 'hand', tracking_number: 'By hand on Friday' })
})

const call = (who: Person, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  app.call(method, `/api/deals/${pair.formPk}/${path}`, {
    token: who.token,
    ...(body === undefined ? {} : { body }),
  })
const addDraft = (over: { name?: string; kind?: string } = {}): Promise<File> =>
  addFile(app, pair.payee, pair.formPk, { draft: '1', ...over })

/** By whom it is listed and opened, both in one. */
async function seers(id: string): Promise<string[]> {
  const people = { payer: pair.payer, payee: pair.payee, mediator }
  const ways: string[] = []
  for (const [name, who] of Object.entries(people)) {
    const listed: File[] = (await call(who, 'GET', 'files')).body
    const shown = (await look(app, who, pair.formPk)).files
    const { status } = await download(app, who, pair.formPk, id)
    const has = [listed, shown].map((files) => files.some((file) => file.id === id))
    ways.push(...(has[0] ? [`${name} lists`] : []), ...(has[1] ? [`${name} is shown`] : []))
    if (status === 200) ways.push(`${name} opens`)
    else expect([404, 410]).toContain(status)
  }
  return ways
}
const EVERYBODY = ['payer', 'payee', 'mediator'].flatMap((name) =>
  ['lists', 'is shown', 'opens'].map((what) => `${name} ${what}`),
)

describe('a draft', () => {
  it('is opened by its uploader, and nobody is told of it', async () => {
    const file = await addDraft({ name: 'card.txt' })
    expect(file.name).toBe('card.txt')
    expect(await seers(file.id)).toEqual(['payee opens'])
    for (const who of [pair.payer, mediator])
      expect((await call(who, 'DELETE', `files/${file.id}`)).status).toBe(404)
  })

  it('that was taken out stays unseen, and cannot be sent', async () => {
    const file = await addDraft()
    expect((await call(pair.payee, 'DELETE', `files/${file.id}`)).status).toBe(200)
    expect(await seers(file.id)).toEqual(['payee opens'])
    const message = { text: 'Here it is', file_ids: [file.id] }
    expect((await call(pair.payee, 'POST', 'messages', message)).status).toBe(400)
    expect(await seers(file.id)).toEqual(['payee opens'])
  })

  it('is everybody’s when a message names it, also the second time', async () => {
    const file = await addDraft()
    for (const text of ['Here it is', 'Once more']) {
      expect((await call(pair.payee, 'POST', 'messages', { text, file_ids: [file.id] })).status).toBe(201)
      expect(await seers(file.id)).toEqual(EVERYBODY)
    }
    const { body } = await call(pair.payer, 'GET', 'messages')
    expect(body.at(-1).files).toMatchObject([{ id: file.id, name: file.name }])
  })

  it('of the side that cannot know it cannot be sent by the other', async () => {
    const file = await addDraft()
    const message = { text: 'What is this?', file_ids: [file.id] }
    expect((await call(pair.payer, 'POST', 'messages', message)).status).toBe(400)
    expect(await seers(file.id)).toEqual(['payee opens'])
  })

  it('stays one while the action is refused, also where the refusal is committed; then it goes with it', async () => {
    const file = await addDraft({ kind: 'delivery_proof' })
    const deliver = (handover_code: string) =>
      call(pair.payee, 'POST', 'deliver', { note: 'At the door', file_ids: [file.id], handover_code })
    const code = (await look(app, pair.payer, pair.formPk)).handover_code ?? ''
    const wrong = code === '111111' ? '222222' : '111111'
    for (const tried of ['1', wrong]) {
      expect((await deliver(tried)).status).toBe(400)
      expect(await seers(file.id)).toEqual(['payee opens'])
    }
    expect((await deliver(code)).status).toBe(200)
    expect(await seers(file.id)).toEqual(EVERYBODY)
    expect(await app.verify()).toEqual([])
  })
})

describe('what is no draft', () => {
  it.each([undefined, '0'])('draft=%s is everybody’s at once', async (draft) => {
    const file = await addFile(app, pair.payee, pair.formPk, draft === undefined ? {} : { draft })
    expect(await seers(file.id)).toEqual(EVERYBODY)
  })
  it('is told from one: neither another word, nor the key of the one for the other', async () => {
    const files = [{ name: 'note.txt', content: CONTENT.txt }]
    const refused = await upload(app, pair.payee, pair.formPk, { files, draft: 'yes' })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['draft']])
    const first = await upload(app, pair.payee, pair.formPk, { files, key: 'draft-1' })
    expect(first.status).toBe(201)
    expect((await upload(app, pair.payee, pair.formPk, { files, draft: '1', key: 'draft-1' })).status).toBe(
      422,
    )
  })
  it('a picture of an open offer is in its terms at once', async () => {
    const offer = await offerShopping(app)
    const picture = { name: 'vase.jpg', content: CONTENT.jpg, kind: 'item_photo', draft: '1' }
    const file = await addFile(app, offer.payer, offer.formPk, picture)
    expect((await look(app, offer.payer, offer.formPk)).files.map(({ id }) => id)).toEqual([file.id])
  })
})

test('a draft of long ago takes no place of those that a side may add, and cannot be sent', async () => {
  const offer = await offerShopping(app)
  await bringTo(app, offer, 'funded')
  const files = Array(20).fill({ name: 'note.txt', content: CONTENT.txt })
  const add = () => upload(app, offer.payee, offer.formPk, { files, draft: '1' })
  const send = (file: File | undefined) =>
    app.call('POST', `/api/deals/${offer.formPk}/messages`, {
      token: offer.payee.token,
      body: { text: 'Here', file_ids: [file?.id] },
    })
  const [first, second] = (await add()).body
  expect((await send(first)).status).toBe(201)
  expect((await add()).status).toBe(409)
  await app.advance('PT25H')
  expect((await add()).status).toBe(409)
  files.pop()
  const fresh = await add()
  expect(fresh.status).toBe(201)
  expect((await send(second)).body).toEqual({
    file_ids: ['Please choose files that you have added to this deal'],
  })
  expect((await send(fresh.body[0])).status).toBe(201)
})

describe('a draft that was never sent', () => {
  const erase = (store: FileStore = app.files.store) => eraseUnsentFiles(app.db.runInTransaction, store)
  const isStored = async (name: string): Promise<boolean> => {
    const stream = await app.files.store.open(name)
    stream?.destroy()
    return stream !== null
  }
  const addTo = (offer: Pair, over: Parameters<typeof addFile>[3] = {}) =>
    addFile(app, offer.payee, offer.formPk, { draft: '1', ...over })
  beforeAll(async () => {
    await app.advance('PT73H')
    // those of the tests before
    await erase()
  })

  it('is opened for a day, and leaves the store two days later, with its copy', async () => {
    const offer = await offerShopping(app)
    await bringTo(app, offer, 'funded')
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const [unsent, takenOut, sent, known] = [
      await addTo(offer, { name: 'card.jpg', content: picture }),
      await addTo(offer),
      await addTo(offer),
      await addFile(app, offer.payee, offer.formPk),
    ]
    const open = (file: File, query = '') => download(app, offer.payee, offer.formPk, file.id, query)
    const own = (method: 'POST' | 'DELETE', path: string, body?: unknown) =>
      app.call(method, `/api/deals/${offer.formPk}/${path}`, {
        token: offer.payee.token,
        ...(body === undefined ? {} : { body }),
      })
    expect((await open(unsent, '?view=1')).status).toBe(200)
    expect((await own('DELETE', `files/${takenOut.id}`)).status).toBe(200)
    expect((await own('POST', 'messages', { text: 'Here', file_ids: [sent.id] })).status).toBe(201)
    await app.advance('PT71H')
    expect([(await open(unsent)).status, (await open(unsent, '?view=1')).status]).toEqual([404, 404])
    expect(await erase()).toBe(0)
    await app.advance('PT2H')
    expect(await erase()).toBe(2)
    const names = [unsent.id, `${unsent.id}.view`, takenOut.id, sent.id, known.id]
    expect(await Promise.all(names.map(isStored))).toEqual([false, false, false, true, true])
    expect((await open(unsent)).status).toBe(404)
    expect([(await open(sent)).status, (await open(known)).status]).toEqual([200, 200])
    expect(await erase()).toBe(0)
    expect(await app.verify()).toEqual([])
  })

  it('is erased at the next try where the store failed', async () => {
    const offer = await offerShopping(app)
    await bringTo(app, offer, 'funded')
    const file = await addTo(offer)
    await app.advance('PT73H')
    const failing = {
      ...{ put: app.files.store.put, open: app.files.store.open },
      remove: () => Promise.reject(new Error('the store is away')),
    }
    await expect(erase(failing)).rejects.toThrow('the store is away')
    expect(await isStored(file.id)).toBe(true)
    expect(await erase()).toBe(1)
    expect(await isStored(file.id)).toBe(false)
  })
})
