/** Files in an S3-compatible store: the same as in a folder, and what happens when the store does not answer. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { Files } from '#server/files/copies.ts'
import { openFiles } from '#server/files/open-files.ts'
import { quietLog } from '#server/log.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { addFile, CONTENT, download, upload } from '#test/support/files.ts'
import { bringTo, offerShopping, type Pair } from '#test/support/people.ts'
import { type FakeS3, startS3 } from '#test/support/s3.ts'

let s3: FakeS3
let files: Files
let app: TestApp
let pair: Pair
let dataDir: string
const open = (FILES_URL: string): Promise<Files> =>
  openFiles(readConfig({ FILES_URL, DATA_DIR: dataDir }), quietLog)
beforeAll(async () => {
  s3 = await startS3()
  dataDir = await mkdtemp(join(tmpdir(), 'amanat-s3-'))
  files = await open(s3.url)
  app = await startApp({ files })
  pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
})
afterAll(async () => {
  await app.stop()
  await s3.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('a store', () => {
  it('takes a file in and hands it out, under a name of the server', async () => {
    const content = Buffer.from('नमस्ते '.repeat(150_000))
    const file = await addFile(app, pair.payer, pair.formPk, { content })
    const stored = s3.objects.get(`/amanat/files/${file.id}`)
    expect(
      createHash('sha256')
        .update(stored ?? '')
        .digest('hex'),
    ).toBe(file.sha256)
    expect(
      (await download(app, pair.payee, pair.formPk, file.id)).bytes.equals(stored ?? Buffer.alloc(0)),
    ).toBe(true)
    expect(await readdir(join(dataDir, 'files', 'incoming'))).toEqual([])
  })
  it('keeps the copies of pictures too', async () => {
    const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#a52' } })
      .png()
      .toBuffer()
    const file = await addFile(app, pair.payer, pair.formPk, { name: 'p.png', content })
    expect((await download(app, pair.payee, pair.formPk, file.id, '?view=1')).status).toBe(200)
    expect(s3.objects.has(`/amanat/files/${file.id}.view`)).toBe(true)
  })
  it('a hiccup is not noticed', async () => {
    s3.fail(2)
    const file = await addFile(app, pair.payer, pair.formPk)
    s3.fail(1)
    expect((await download(app, pair.payee, pair.formPk, file.id)).status).toBe(200)
  })
  it('one that does not answer is said to be unavailable; nothing is half there', async () => {
    const before = s3.objects.size
    s3.fail(1000)
    const reply = await upload(app, pair.payer, pair.formPk, {
      files: [{ name: 'a.txt', content: CONTENT.txt }],
    })
    s3.fail(0)
    expect(reply.status).toBe(503)
    expect(s3.objects.size).toBe(before)
    expect(await readdir(join(dataDir, 'files', 'incoming'))).toEqual([])
    const { rows } = await app.db.ownerPool.query('select count(*)::int as count from deal_file')
    expect(rows[0].count).toBe(3)
  })
})

describe('FILES_URL', () => {
  it.each([
    ['https://host/bucket'],
    ['s3://key@host/bucket'],
    ['s3://key:secret@host'],
    ['ftp://key:secret@host/bucket'],
    ['here'],
  ])('%s stops the start', (url) => {
    expect(() => readConfig({ FILES_URL: url })).toThrow(
      'FILES_URL must be s3://key:secret@host/bucket?region=name',
    )
  })
  it('is read whole', () => {
    expect(
      readConfig({ FILES_URL: 's3://k:a%2Fb@s3.ap-south-1.amazonaws.com/b/x/y?region=ap-south-1' }).filesUrl,
    ).toEqual({
      endpoint: 'https://s3.ap-south-1.amazonaws.com',
      region: 'ap-south-1',
      bucket: 'b',
      prefix: 'x/y/',
      keyId: 'k',
      secret: 'a/b',
    })
  })
  it.each([
    ['a wrong secret', () => s3.url.replace('cret', 'cred'), /bucket amanat at 127\.0\.0\.1:\d+ answers 403/],
    ['another bucket', () => s3.url.replace('/amanat/', '/other/'), /bucket other .* answers 404/],
    ['nobody there', () => s3.url.replace(/127.0.0.1:\d+/, '127.0.0.1:9'), /answers .*ECONNREFUSED/],
  ])('%s stops the start, and the line holds no secret', async (_, url, line) => {
    await expect(open(url())).rejects.toThrow(line)
    await expect(open(url())).rejects.not.toThrow(/cret/)
  })
})
