/** The deal's chat over HTTP: who may read and write, paging, marks, files. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '#core/contract/chat.ts'
import { useApp } from '#test/support/app.ts'
import { addFile } from '#test/support/files.ts'
import {
  accept,
  bringTo,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  person,
  teammate,
} from '#test/support/people.ts'

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
const url = (path = '') => `/api/deals/${pair.formPk}/messages${path}`
const send = (who: Person, body: unknown, headers = {}) =>
  app.call('POST', url(), { token: who.token, body, headers })
const list = async (who: Person, query = ''): Promise<Message[]> =>
  (await app.call('GET', url(query), { token: who.token })).body
const marks = async (who: Person) => (await app.call('GET', url('/read'), { token: who.token })).body

describe('three people', () => {
  beforeAll(fresh)
  it('talk, numbered from one', async () => {
    const texts = [
      [pair.payer, 'Has it been packed?'],
      [pair.payee, 'हाँ, आज शाम 📦\nमैं वीडियो भेजूँगा'],
      [mediator, 'Please keep it here.'],
    ] as const
    for (const [who, text] of texts) expect((await send(who, { text })).status).toBe(201)
    for (const who of [pair.payer, pair.payee, mediator]) {
      const messages = await list(who)
      expect(messages.map(({ id, by, text }) => [id, by, text])).toEqual([
        [1, 'payer', texts[0][1]],
        [2, 'payee', texts[1][1]],
        [3, 'team', texts[2][1]],
      ])
    }
    expect((await list(pair.payee)).map((item) => item.mine)).toEqual([false, true, false])
    expect(JSON.stringify(await list(pair.payee))).not.toMatch(/phone|email|\d{10}/)
  })
  it('each with a hash over the one before, kept by the database', async () => {
    const { rows } = await app.db.ownerPool.query(
      'select no, hash = deal_message_hash(m) as sound, prev_hash, hash from deal_message m where deal_id = $1 order by no',
      [pair.formPk],
    )
    expect(rows.map((row) => row.sound)).toEqual([true, true, true])
    expect(rows.map((row) => row.prev_hash)).toEqual(['', rows[0].hash, rows[1].hash])
  })
  it.each([
    ['update deal_message set text = $2 where deal_id = $1', 'x'],
    ['delete from deal_message where deal_id = $1 and text <> $2', 'x'],
  ])('the program cannot do: %s', async (text, value) => {
    await expect(app.db.pool.query(text, [pair.formPk, value])).rejects.toThrow(/permission denied/)
    await expect(app.db.ownerPool.query(text, [pair.formPk, value])).rejects.toThrow(/append-only/)
  })
})

describe('what is refused', () => {
  beforeAll(fresh)
  it.each([
    ['nothing', {}, { text: ['Please fill this in.'] }],
    ['spaces', { text: ' \n ' }, { text: ['Please fill this in.'] }],
    ['what nobody sees', { text: '\u0000\u0007' }, { text: ['Please fill this in.'] }],
    ['2001 letters', { text: 'क'.repeat(2001) }, { text: ['Maximum length of 2000 exceeded!'] }],
    [
      'a file that is not here',
      { text: 'x', file_ids: ['nope'] },
      { file_ids: ['Please choose files that you have added to this deal'] },
    ],
  ])('%s', async (_, body, fields) => {
    const reply = await send(pair.payer, body)
    expect([reply.status, reply.body]).toEqual([400, fields])
  })
  it('2000 letters are taken, and what a database cannot keep is left out', async () => {
    expect((await send(pair.payer, { text: '😀'.repeat(2000) })).status).toBe(201)
    expect((await send(pair.payer, { text: 'a\u0000b\ud800c\r\nd' })).body.text).toBe('abc\nd')
  })
  it.each(['GET', 'POST'])('%s to a stranger, and to nobody', async (method) => {
    const stranger = await person(app, 'Seller')
    for (const path of ['', '/read']) {
      const body = method === 'POST' ? { text: 'x', id: 1 } : undefined
      expect((await app.call(method, url(path), { token: stranger.token, body })).status).toBe(404)
      expect((await app.call(method, url(path), { body })).status).toBe(401)
    }
  })
  it('before somebody has accepted', async () => {
    const offer = await offerServices(app)
    const at = `/api/deals/${offer.formPk}/messages`
    for (const who of [offer.payer, offer.payee]) {
      const reply = await app.call('POST', at, { token: who.token, body: { text: 'x' } })
      expect([reply.status, reply.body.code]).toEqual([409, 'wrong_state'])
      expect((await app.call('GET', at, { token: who.token })).body).toEqual([])
    }
    await accept(app, offer)
    expect((await app.call('POST', at, { token: offer.payer.token, body: { text: 'x' } })).status).toBe(201)
  })
  it('an Idempotency-Key for another text', async () => {
    const key = { 'idempotency-key': 'chat-1' }
    const first = await send(pair.payee, { text: 'once' }, key)
    const again = await send(pair.payee, { text: 'once' }, key)
    expect(again.body).toEqual(first.body)
    expect((await send(pair.payee, { text: 'twice' }, key)).status).toBe(422)
    expect((await list(pair.payee)).filter((item) => item.text === 'once')).toHaveLength(1)
  })
})

describe('sixty messages', () => {
  beforeAll(async () => {
    await fresh()
    // sixteen writers at once: every number once, none left out
    const writers = Array.from({ length: 16 }, (_, w) => async () => {
      for (let i = w; i < 60; i += 16) await send(i % 2 ? pair.payer : pair.payee, { text: `no ${i}` })
    })
    await Promise.all(writers.map((write) => write()))
  })
  it.each([
    ['', 11, 60],
    ['?before=11', 1, 10],
    ['?before=1', 0, 0],
    ['?after=58', 59, 60],
    ['?after=0', 1, 50],
    ['?after=60', 0, 0],
    ['?limit=5', 56, 60],
    ['?after=10&before=13', 11, 12],
  ])('GET %s: %i to %i', async (query, first, last) => {
    const ids = (await list(pair.payer, query)).map((item) => item.id)
    expect(ids).toEqual(Array.from({ length: last === 0 ? 0 : last - first + 1 }, (_, i) => first + i))
  })
  it('refuses other pages', async () => {
    for (const query of ['?limit=51', '?limit=0', '?before=x', '?after=-1'])
      expect((await app.call('GET', url(query), { token: pair.payer.token })).status).toBe(400)
  })
})

describe('read marks', () => {
  beforeAll(fresh)
  const mark = (who: Person, id: number) => app.call('POST', url('/read'), { token: who.token, body: { id } })
  it('count what others wrote and one has not read', async () => {
    for (const text of ['one', 'two', 'three']) await send(pair.payer, { text })
    expect(await marks(pair.payee)).toEqual({ last: 3, unread: 3, read: { payer: 3, payee: 0, team: 0 } })
    expect(await marks(pair.payer)).toMatchObject({ unread: 0 })
    expect((await mark(pair.payee, 2)).body).toMatchObject({ unread: 1, read: { payee: 2 } })
    expect((await mark(pair.payee, 1)).body).toMatchObject({ unread: 1, read: { payee: 2 } })
    expect((await mark(pair.payee, 999)).body).toMatchObject({ unread: 0, read: { payee: 3 } })
    expect((await app.call('GET', '/api/messages/unread', { token: pair.payee.token })).body).toEqual({
      total: 0,
      deals: [],
    })
  })
  it('and in all my deals', async () => {
    const other = await offerShopping(app, {
      cpty_phone: pair.payee.phone,
      cpty_company: pair.payee.business,
    })
    const both = { ...other, payee: pair.payee, counterparty: pair.payee }
    await accept(app, both)
    const say = (text: string) =>
      app.call('POST', `/api/deals/${other.formPk}/messages`, { token: other.payer.token, body: { text } })
    await say('hello')
    await say('anybody there?')
    await send(mediator, { text: 'looking into it' })
    const { body } = await app.call('GET', '/api/messages/unread', { token: pair.payee.token })
    expect(body.total).toBe(3)
    expect(body.deals).toHaveLength(2)
    expect(body.deals).toContainEqual({ form_pk: other.formPk, unread: 2 })
    expect(body.deals).toContainEqual({ form_pk: pair.formPk, unread: 1 })
    const stranger = await person(app, 'Buyer')
    expect((await app.call('GET', '/api/messages/unread', { token: stranger.token })).body.total).toBe(0)
  })
})

describe('files in messages', () => {
  beforeAll(fresh)
  it('come with it, and only one’s own', async () => {
    const file = await addFile(app, pair.payee, pair.formPk, { kind: 'packing_video' })
    const document = await addFile(app, pair.payee, pair.formPk, { kind: 'id_document', name: 'id.txt' })
    const sent = await send(pair.payee, { text: 'packed', file_ids: [file.id, document.id, file.id] })
    expect(sent.body.files.map((file: { id: string }) => file.id)).toEqual([file.id, document.id])
    const files = await list(pair.payer)
    expect(files.at(-1)?.files.map((file) => file.id)).toEqual([file.id])
    expect((await list(mediator)).at(-1)?.files).toHaveLength(2)
    expect((await send(pair.payer, { text: 'not mine', file_ids: [file.id] })).status).toBe(400)
  })
})
