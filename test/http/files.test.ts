/** Files of a deal over HTTP: what is taken in, how it is handed out, and to whom. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { addFile, bytes, CONTENT, download, upload } from '#test/support/files.ts'
import { bringTo, offerShopping, type Pair, pay } from '#test/support/people.ts'

const app = useApp()
let pair: Pair
const fresh = async (): Promise<Pair> => {
  pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
  return pair
}
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
const html = Buffer.from('<html><script>alert(1)</script></html>')

describe('what is taken', () => {
  beforeAll(fresh)
  it.each([
    ['photo.jpg', CONTENT.jpg, 'image/jpeg'],
    ['PHOTO.JPEG', CONTENT.jpg, 'image/jpeg'],
    ['bill.png', CONTENT.png, 'image/png'],
    ['box.webp', CONTENT.webp, 'image/webp'],
    ['bill.pdf', CONTENT.pdf, 'application/pdf'],
    ['unboxing.mp4', CONTENT.mp4, 'video/mp4'],
    ['chat.txt', CONTENT.txt, 'text/plain'],
    ['work.zip', CONTENT.zip, 'application/zip'],
  ])('%s', async (name, content, type) => {
    const file = await addFile(app, pair.payee, pair.formPk, { name, content, kind: 'packing_video' })
    expect(file).toMatchObject({ name, type, kind: 'packing_video', by: 'payee', size: content.length })
    expect(file.sha256).toBe(sha256(content))
    const reply = await download(app, pair.payer, pair.formPk, file.id)
    expect([reply.status, sha256(reply.bytes)]).toEqual([200, file.sha256])
    expect(reply.headers['content-length']).toBe(String(content.length))
    expect(String(reply.headers['content-type'])).toContain(type)
  })
})

describe('a picture of another kind than its name says', () => {
  beforeAll(fresh)
  it.each([
    ['a screenshot that a messenger calls jpg', 'shot.jpg', CONTENT.png, 'shot.png', 'image/png'],
    ['an iPhone picture that was converted', 'IMG_0001.HEIC', CONTENT.jpg, 'IMG_0001.jpg', 'image/jpeg'],
    ['one that Windows saved', 'photo.jfif', CONTENT.jpg, 'photo.jfif', 'image/jpeg'],
    [
      'one whose name has no room',
      `${'x'.repeat(116)}.png`,
      CONTENT.webp,
      `${'x'.repeat(115)}.webp`,
      'image/webp',
    ],
  ])('%s is kept as what it is', async (_, name, content, keptName, type) => {
    const file = await addFile(app, pair.payee, pair.formPk, { name, content })
    expect(file).toMatchObject({ name: keptName, type, sha256: sha256(content) })
    const reply = await download(app, pair.payer, pair.formPk, file.id)
    expect(String(reply.headers['content-type'])).toContain(type)
  })
})

describe('what is refused', () => {
  beforeAll(async () => {
    await fresh()
    // before, the room of the side is smaller than one file may be
    await pay(app, pair.payer, pair.formPk)
  })
  it.each([
    ['a page named as a picture', 'photo.jpg', html, 415, 'unsupported_type'],
    ['a page', 'page.html', html, 415, 'unsupported_type'],
    ['a drawing that can hold scripts', 'a.svg', Buffer.from('<svg xmlns="x"/>'), 415, 'unsupported_type'],
    ['a program', 'setup.exe', bytes('MZ\x90\x00'), 415, 'unsupported_type'],
    ['a program named as text', 'setup.txt', bytes('MZ\x90\x00\x03'), 415, 'unsupported_type'],
    ['a pdf named as text', 'bill.txt', Buffer.from('%PDF-1.7\n'), 415, 'unsupported_type'],
    ['a pdf named jpg', 'photo.jpg', CONTENT.pdf, 415, 'unsupported_type'],
    ['a picture named pdf', 'bill.pdf', CONTENT.jpg, 415, 'unsupported_type'],
    ['an iPhone picture', 'photo.heic', bytes('\0\0\0\x18ftypheic\0\0\0\0'), 415, 'unsupported_type'],
    ['a film of another kind', 'film.mp4', bytes('\0\0\0\x14ftypqt  \0\0\0\0'), 415, 'unsupported_type'],
    ['text that is not UTF-8', 'note.txt', bytes('caf\xe9 \xff'), 415, 'unsupported_type'],
    ['text cut inside a letter', 'note.txt', Buffer.from('ह').subarray(0, 2), 415, 'unsupported_type'],
    ['no ending', 'photo', CONTENT.jpg, 415, 'unsupported_type'],
    ['an ending behind the ending', 'photo.jpg.exe', CONTENT.jpg, 415, 'unsupported_type'],
    ['over 25 MB', 'big.txt', Buffer.alloc(25 * 1024 * 1024 + 1, 'a'), 413, 'too_large'],
  ])('%s', async (_, name, content, status, code) => {
    const reply = await upload(app, pair.payer, pair.formPk, { files: [{ name, content }] })
    expect([reply.status, (reply.body as unknown as { code: string }).code]).toEqual([status, code])
  })
  it.each([
    [
      'an empty file',
      { files: [{ name: 'a.txt', content: Buffer.alloc(0) }] },
      { files: ['This file is empty'] },
    ],
    ['no file', { files: [] }, { files: ['Please fill this in.'] }],
    [
      'an unknown kind',
      { files: [{ name: 'a.txt', content: CONTENT.txt }], kind: 'selfie' },
      { kind: ['Please select a value'] },
    ],
  ])('%s, beside the field', async (_, form, fields) => {
    const reply = await upload(app, pair.payer, pair.formPk, form)
    expect([reply.status, reply.body]).toEqual([400, fields])
  })
  it('JSON', async () => {
    const reply = await app.call('POST', `/api/deals/${pair.formPk}/files`, {
      token: pair.payer.token,
      body: {},
    })
    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_type'])
  })
  it('multipart elsewhere, and more than 100 KB elsewhere', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const form = await app.call('POST', `/api/deals/${pair.formPk}/withdraw`, {
      token: pair.payer.token,
      body: '--x--',
      headers,
    })
    expect(form.status).toBe(415)
    const long = await app.call('POST', `/api/deals/${pair.formPk}/messages`, {
      token: pair.payer.token,
      body: { text: 'x'.repeat(102_400) },
    })
    expect(long.status).toBe(413)
  })
  it('nothing of all that was kept', async () => {
    const { body } = await app.call('GET', `/api/deals/${pair.formPk}/files`, { token: pair.payer.token })
    expect(body).toEqual([])
  })
  it('before somebody accepted there is nobody to show it to', async () => {
    const offer = await offerShopping(app)
    const reply = await upload(app, offer.payer, offer.formPk, {
      files: [{ name: 'a.txt', content: CONTENT.txt }],
    })
    expect(reply.status).toBe(409)
  })
})
