import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { addFile, CONTENT, download, type File, hide, upload } from '#test/support/files.ts'
import {
  accept,
  bringTo,
  look,
  offerShopping,
  type Pair,
  type Person,
  pay,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { addressOf } from '#test/support/streams.ts'

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
const list = async (who: Person): Promise<File[]> =>
  (await app.call('GET', `/api/deals/${pair.formPk}/files`, { token: who.token })).body
const text = { name: 'note.txt', content: CONTENT.txt }

describe('people', () => {
  beforeAll(fresh)
  it('of the deal and of the team see it, others learn nothing', async () => {
    const file = await addFile(app, pair.payee, pair.formPk, { kind: 'unboxing_video' })
    const stranger = await person(app, 'Seller')
    const rows = [
      [pair.payee, 200],
      [pair.payer, 200],
      [mediator, 200],
      [stranger, 404],
      [null, 401],
    ] as const
    for (const [who, status] of rows) {
      expect((await download(app, who, pair.formPk, file.id)).status).toBe(status)
      expect((await upload(app, who, pair.formPk, { files: [text] })).status).toBe(
        status === 200 ? 201 : status,
      )
      const token = who ? { token: who.token } : {}
      expect((await app.call('GET', `/api/deals/${pair.formPk}/files`, token)).status).toBe(status)
    }
    expect((await look(app, pair.payer, pair.formPk)).files).toEqual(await list(pair.payer))
    expect((await list(mediator)).map((item) => item.by)).toEqual(['payee', 'payee', 'payer', 'team'])
  })
  it('a file is of its deal: another deal’s address does not have it', async () => {
    const file = await addFile(app, pair.payer, pair.formPk)
    const other = await offerShopping(app)
    expect((await download(app, other.payer, other.formPk, file.id)).status).toBe(404)
    expect((await download(app, mediator, other.formPk, file.id)).status).toBe(404)
    expect((await download(app, mediator, pair.formPk, '..%2F..%2Fetc%2Fpasswd')).status).toBe(404)
    expect((await download(app, mediator, pair.formPk, '%00')).status).toBe(400)
  })
  it('a document that proves who one is, is for the team alone', async () => {
    const file = await addFile(app, pair.payee, pair.formPk, { kind: 'id_document' })
    for (const [who, status] of [
      [pair.payee, 200],
      [mediator, 200],
      [pair.payer, 404],
    ] as const) {
      expect((await download(app, who, pair.formPk, file.id)).status).toBe(status)
      expect((await list(who)).some((item) => item.id === file.id)).toBe(status === 200)
      expect((await look(app, who, pair.formPk)).files.some((item) => item.id === file.id)).toBe(
        status === 200,
      )
    }
  })
  it('may take back what is theirs; that it was there stays', async () => {
    const file = await addFile(app, pair.payee, pair.formPk, { name: 'wrong.txt' })
    const remove = (who: Person) => hide(app, who, pair.formPk, file.id)
    expect((await remove(pair.payer)).status).toBe(403)
    expect((await remove(mediator)).status).toBe(403)
    const { status, body } = await remove(pair.payee)
    expect([status, body.name, typeof body.withdrawn_at]).toEqual([200, 'wrong.txt', 'string'])
    expect((await remove(pair.payee)).body).toEqual(body)
    const listed = (await list(pair.payer)).find((item) => item.id === file.id)
    expect(listed).toMatchObject({ name: '', sha256: file.sha256, withdrawn_at: body.withdrawn_at })
    expect((await download(app, pair.payer, pair.formPk, file.id)).status).toBe(410)
    expect((await download(app, mediator, pair.formPk, file.id)).status).toBe(200)
  })
})

describe('an answer', () => {
  beforeAll(fresh)
  it.each([
    ['a;b,c.txt', 'a;b,c.txt', 'filename="a;b,c.txt"'],
    [
      'रसीद 100%.txt',
      'रसीद 100%.txt',
      `filename="???? 100%.txt"; filename*=UTF-8''%E0%A4%B0%E0%A4%B8%E0%A5%80%E0%A4%A6%20100%25.txt`,
    ],
    ['../../x\u0000\u202egpj.txt', 'xgpj.txt', 'filename=xgpj.txt'],
    ["it's (1)*.txt", "it's (1)*.txt", `filename="it's (1)*.txt"`],
  ])('%j is an attachment that nothing runs', async (name, whole, parameters) => {
    const file = await addFile(app, pair.payer, pair.formPk, { name })
    expect(file.name).toBe(whole)
    const { headers } = await download(app, pair.payee, pair.formPk, file.id)
    expect(headers).toMatchObject({
      'content-disposition': `attachment; ${parameters}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })
})

describe('limits', () => {
  const funded = async () => {
    pair = await offerShopping(app)
    await bringTo(app, pair, 'funded')
  }
  beforeAll(funded)
  it('20 a side, also when they come at once; what was too much leaves nothing', async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => upload(app, pair.payer, pair.formPk, { files: [text, text] })),
    )
    expect(tries.filter((item) => item.status === 201)).toHaveLength(10)
    expect(tries.filter((item) => item.status === 409)).toHaveLength(2)
    expect(await list(pair.payer)).toHaveLength(20)
    expect((await upload(app, pair.payee, pair.formPk, { files: Array(21).fill(text) })).status).toBe(409)
    expect((await upload(app, pair.payee, pair.formPk, { files: Array(20).fill(text) })).status).toBe(201)
    expect((await upload(app, mediator, pair.formPk, { files: [text] })).status).toBe(201)
    expect(await readdir(app.files.incoming)).toEqual([])
    const { rows } = await app.db.ownerPool.query('select id from deal_file')
    expect(await storedNames()).toEqual(rows.map((row) => row.id).sort())
  })
  it('20 a side, also when the last that come at once would only fit in part', async () => {
    await funded()
    const tries = await Promise.all(
      Array.from({ length: 7 }, () => upload(app, pair.payer, pair.formPk, { files: [text, text, text] })),
    )
    expect(tries.map((item) => item.status).sort()).toEqual([...Array(6).fill(201), 409])
    expect(await list(pair.payer)).toHaveLength(18)
  })
  it('the same key adds the same files once', async () => {
    await fresh()
    const send = (content = CONTENT.txt) =>
      upload(app, pair.payer, pair.formPk, { files: [{ name: 'a.txt', content }], key: 'up-1' })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect([first, second].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true'])
    expect((await send(Buffer.from('other'))).status).toBe(422)
    expect(await list(pair.payer)).toHaveLength(1)
    const { rows } = await app.db.ownerPool.query('select id from deal_file')
    expect(await storedNames()).toEqual(rows.map((row) => row.id).sort())
  })
  it('a sender who goes away leaves nothing', async () => {
    const { port } = new URL(await addressOf(app))
    const socket = connect(Number(port), '127.0.0.1')
    const head = `POST /api/deals/${pair.formPk}/files HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Token ${pair.payer.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
    socket.write(head + 'a'.repeat(1000))
    await expect.poll(async () => (await readdir(app.files.incoming)).length).toBe(1)
    socket.destroy()
    await expect.poll(async () => (await readdir(app.files.incoming)).length).toBe(0)
    expect(await list(pair.payer)).toHaveLength(1)
  })
  const storedNames = async () =>
    (await readdir(app.files.incoming.replace(/incoming$/, ''), { recursive: true, withFileTypes: true }))
      .filter((item) => item.isFile() && !item.name.includes('.'))
      .map((item) => item.name)
      .sort()
})

const running = async () => {
  await fresh()
  await pay(app, pair.payer, pair.formPk)
  await take(app, pair.payee, pair.formPk, 'ship', { courier: 'dtdc', tracking_number: 'A12345678' })
  return pair
}
const complaint = { reason: 'damaged_defective', statement: 'The screen is broken', wanted: 'full_refund' }
const act = (who: Person, action: string, body: unknown) =>
  app.call('POST', `/api/deals/${pair.formPk}/${action}`, { token: who.token, body })

describe('evidence', () => {
  beforeAll(running)
  const wrong = { file_ids: ['Please choose files that you have added to this deal'] }
  it('named by an action is of this deal and of who names it', async () => {
    const file = await addFile(app, pair.payee, pair.formPk, { kind: 'delivery_proof' })
    const other = await offerShopping(app, {
      cpty_phone: pair.payee.phone,
      cpty_company: pair.payee.business,
    })
    await accept(app, { ...other, counterparty: pair.payee })
    const elsewhere = await addFile(app, pair.payee, other.formPk)
    const theirs = await addFile(app, pair.payer, pair.formPk)
    const gone = await addFile(app, pair.payee, pair.formPk)
    await hide(app, pair.payee, pair.formPk, gone.id)
    for (const id of [elsewhere.id, theirs.id, gone.id, 'nope']) {
      const reply = await act(pair.payee, 'deliver', { note: 'Left at the door', file_ids: [file.id, id] })
      expect([reply.status, reply.body]).toEqual([400, wrong])
    }
    expect((await look(app, pair.payee, pair.formPk)).status).toBe('in_delivery')
    const done = await act(pair.payee, 'deliver', { note: 'Left at the door', file_ids: [file.id] })
    expect(done.status).toBe(200)
    expect(done.body.events.at(-1).data).toMatchObject({
      file_ids: [file.id],
      files: [{ id: file.id, kind: 'delivery_proof', sha256: file.sha256 }],
    })
  })
  it('of a complaint and of the answer', async () => {
    const film = await addFile(app, pair.payer, pair.formPk, { kind: 'unboxing_video' })
    const packing = await addFile(app, pair.payee, pair.formPk, { kind: 'packing_video' })
    expect((await act(pair.payer, 'complain', { ...complaint, file_ids: [packing.id] })).body).toEqual(wrong)
    expect((await act(pair.payer, 'complain', { ...complaint, file_ids: [film.id] })).status).toBe(200)
    await pay(app, pair.payee, pair.formPk)
    const answer = { statement: 'It was whole when packed' }
    expect((await act(pair.payee, 'respond', { ...answer, file_ids: [film.id] })).body).toEqual(wrong)
    const { body } = await act(pair.payee, 'respond', { ...answer, file_ids: [packing.id] })
    const named = body.events.filter((event: { data: object }) => 'files' in event.data)
    expect(named.map((event: { name: string }) => event.name)).toEqual(['deliver', 'complain', 'respond'])
    expect(named.at(-1).data.files[0].sha256).toBe(packing.sha256)
    expect(await app.verify()).toEqual([])
  })
  it.each(['deal_file', 'file_withdrawal', 'file_sending', 'file_erasure'])(
    '%s cannot be changed',
    async (table) => {
      await expect(app.db.pool.query(`delete from ${table}`)).rejects.toThrow(/permission denied/)
      await expect(app.db.ownerPool.query(`delete from ${table}`)).rejects.toThrow(/append-only/)
      await expect(app.db.ownerPool.query(`truncate ${table} cascade`)).rejects.toThrow(/append-only/)
    },
  )
})

describe('what an action has named', () => {
  it('is not taken back, by neither side, and not after the end', async () => {
    const { formPk, payer, payee } = await running()
    const file_ids: string[] = []
    const name = async (who: Person, action: string, body: object) => {
      const { id } = await addFile(app, who, formPk)
      expect((await act(who, action, { ...body, file_ids: [id] })).status).toBe(200)
      const { status, body: refusal } = await hide(app, who, formPk, id)
      expect([action, status, refusal.code]).toEqual([action, 409, 'file_named'])
      file_ids.push(id)
    }
    await name(payee, 'deliver', { note: 'Left at the door' })
    await name(payer, 'complain', complaint)
    await pay(app, payee, formPk)
    await name(payee, 'respond', { statement: 'It was whole when packed' })
    await take(app, payer, formPk, 'withdraw_complaint')
    expect((await hide(app, payee, formPk, file_ids[0] ?? '')).status).toBe(409)
    const shown = (await list(payer)).filter(({ id }) => file_ids.includes(id))
    expect(shown.map(({ withdrawn_at }) => withdrawn_at)).toEqual([null, null, null])
  })
  it('is named or taken back, never both, when the two come at once', async () => {
    for (let round = 0; round < 4; round++) {
      const { formPk, payee } = await running()
      const { id } = await addFile(app, payee, formPk, { kind: 'delivery_proof' })
      const [named, taken] = await Promise.all([
        act(payee, 'deliver', { note: 'Left at the door', file_ids: [id] }),
        hide(app, payee, formPk, id),
      ])
      expect([named.status, taken.status].filter((status) => status === 200)).toHaveLength(1)
    }
  })
})
