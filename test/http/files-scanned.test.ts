/** CLAMD_URL: an infected file is refused in words and leaves nothing; without the scanner it is as configured. */
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clamdScan, type Scan } from '#server/files/scan.ts'
import { quietLog } from '#server/log.ts'
import { useApp } from '#test/support/app.ts'
import { startClamd } from '#test/support/fakes/clamd.ts'
import { CONTENT, upload } from '#test/support/files.ts'
import { bringTo, offerShopping, type Pair } from '#test/support/people.ts'

const VIRUS = Buffer.from(String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`)

const app = useApp()
let pair: Pair
let clamd: Awaited<ReturnType<typeof startClamd>>
beforeAll(async () => {
  clamd = await startClamd()
  pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
})
afterAll(async () => {
  await clamd.stop()
})

const scanBy = (port: number, whenAway: 'refuse' | 'accept'): Scan =>
  clamdScan({ target: { host: '127.0.0.1', port }, whenAway }, quietLog)

/** What the store and the folder of arrivals hold afterwards stays as it was. */
async function send(scan: Scan, name: string, content: Buffer) {
  Object.assign(app.files, { scan })
  const before = (await app.call('GET', `/api/deals/${pair.formPk}/files`, { token: pair.payee.token })).body
  const reply = await upload(app, pair.payee, pair.formPk, { files: [{ name, content }] })
  const after = (await app.call('GET', `/api/deals/${pair.formPk}/files`, { token: pair.payee.token })).body
  expect(await readdir(app.files.incoming)).toEqual([])
  return { status: reply.status, body: reply.body, added: after.length - before.length }
}

it('a clean file is taken, and every byte of it was scanned', async () => {
  const scan = scanBy(clamd.target.port, 'refuse')
  const large = Buffer.alloc(700_001, 'a')
  expect(await send(scan, 'photo.jpg', CONTENT.jpg)).toMatchObject({ status: 201, added: 1 })
  expect(await send(scan, 'chat.txt', large)).toMatchObject({ status: 201, added: 1 })
  expect(clamd.scanned).toEqual([CONTENT.jpg.length, large.length])
})

it('an infected one is refused in words', async () => {
  expect(await send(scanBy(clamd.target.port, 'refuse'), 'note.txt', VIRUS)).toMatchObject({
    status: 415,
    body: { code: 'infected', message: expect.stringContaining('virus') },
    added: 0,
  })
  expect(await send(scanBy(clamd.target.port, 'accept'), 'note.txt', VIRUS)).toMatchObject({ status: 415 })
})

it('while the scanner is away, files are refused or taken, as configured', async () => {
  expect(await send(scanBy(1, 'refuse'), 'photo.jpg', CONTENT.jpg)).toMatchObject({
    status: 503,
    body: { code: 'not_scanned' },
    added: 0,
  })
  expect(await send(scanBy(1, 'accept'), 'photo.jpg', CONTENT.jpg)).toMatchObject({ status: 201, added: 1 })
})
