/** The evidence pack: who gets what of it, that an intact one passes offline, and that any changed byte is named. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { checkPack } from '#scripts/verify-pack/check.mjs'
import { stopRendering } from '#server/pdf/render.ts'
import { useApp } from '#test/support/app.ts'
import { addFile } from '#test/support/files.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { type Players, Script } from '#test/support/script.ts'
import { type Pack, unpack } from '#test/support/unzip.ts'

const app = useApp()
let players: Players
let deal: Script
let pack: Pack
const folder = mkdtempSync(join(tmpdir(), 'amanat-pack-'))

beforeAll(async () => {
  players = {
    payer: await person(app, 'Buyer'),
    payee: await person(app, 'Seller'),
    team: await teammate(app),
  }
  deal = new Script(app, players)
  await deal.offer('shopping', { amount: 1500 })
  await deal.play('payee accept · payer pay · payee ship')
  const proof = { name: 'गाड़ी की रसीद.txt', content: Buffer.from('Lamp, 1 piece'), kind: 'invoice_bill' }
  await addFile(app, players.payee, deal.formPk, proof)
  const secret = { name: 'me.txt', content: Buffer.from('secret'), kind: 'id_document' }
  await addFile(app, players.payer, deal.formPk, secret)
  await say(players.payer, 'Where is it?\nयह कहाँ है "?"')
  await say(players.payee, 'On its way')
  await deal.play('payee deliver · payer complain · payer pay · payee pay · payee respond')
  await deal.play('payee propose_split 50000 · payer accept_split')
  pack = await unpack((await ask(players.payer)).bytes)
})
afterAll(async () => {
  await stopRendering()
  rmSync(folder, { recursive: true, force: true })
})

async function say(who: Person, text: string): Promise<void> {
  const url = `/api/deals/${deal.formPk}/messages`
  const { status } = await app.call('POST', url, { token: who.token, body: { text } })
  expect(status).toBe(201)
}

async function ask(who: Person | null, lang = 'en') {
  const reply = await app.app.inject({
    url: `/api/deals/${deal.formPk}/evidence.zip?lang=${lang}`,
    headers: { host: 'amanat.test', ...(who ? { authorization: `Token ${who.token}` } : {}) },
  })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

let count = 0
async function check(files: Pack) {
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(bytes, name)
  zip.end()
  const file = join(folder, `${++count}.zip`)
  writeFileSync(file, await buffer(zip.outputStream))
  return (await checkPack(file)).problems
}
const namesOf = async (files: Pack): Promise<string[]> => [
  ...new Set((await check(files)).map(({ file }) => file)),
]
const json = (name: string) => JSON.parse(String(pack.get(name)))

describe('an evidence pack', () => {
  it('is for the deal’s people alone', async () => {
    expect((await ask(await person(app, 'Buyer'))).status).toBe(404)
    expect((await ask(null)).status).toBe(401)
    const { headers } = await ask(players.payee)
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
  })

  it('holds all that there is, and of files what its viewer may see', async () => {
    const texts = [
      'README.txt',
      'timeline.json',
      'payments.json',
      'agreement.pdf',
      'receipt.pdf',
      'decision.pdf',
    ]
    expect([...pack.keys()]).toEqual(expect.arrayContaining([...texts, 'events/001.txt', 'messages/002.txt']))
    expect(json('timeline.json').map((event: { name: string }) => event.name)).toContain('accept_split')
    expect(json('messages.json')[0].text).toContain('यह कहाँ है')
    expect(json('payments.json').in).toHaveLength(3)
    const files = (content: Pack) => [...content.keys()].filter((name) => name.startsWith('files/'))
    expect(files(pack)).toHaveLength(2)
    expect(files(await unpack((await ask(players.payee)).bytes))).toEqual(['files/001-गाड़ी_की_रसीद.txt'])
  })

  it('shows four letters of an account', () => {
    const { out } = json('payments.json')
    expect(out).toHaveLength(2)
    for (const { destination } of out) expect(destination).toMatch(/^••••.{1,4}(?:@\w+)?$/)
  })

  it('can be checked with what every system has', () => {
    for (const [name, bytes] of pack) {
      const path = join(folder, 'by-hand', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
    }
    const output = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], {
      cwd: join(folder, 'by-hand'),
      encoding: 'utf8',
    })
    expect(
      output
        .trim()
        .split('\n')
        .filter((line) => !line.endsWith(': OK')),
    ).toEqual([])
  })

  it.each(['en', 'hi'])('has its signature checked by the commands of its README (%s)', async (lang) => {
    const pack = await unpack((await ask(players.payee, lang)).bytes)
    const cwd = mkdtempSync(join(folder, 'by-openssl-'))
    for (const name of ['SHA256SUMS', 'signature.json']) writeFileSync(join(cwd, name), pack.get(name) ?? '')
    const commands = String(pack.get('README.txt')).match(/^ {3}(?:perl|openssl) .*$/gm) ?? []
    expect(commands).toHaveLength(3)
    const run = () =>
      execFileSync('sh', ['-ec', commands.join('\n')], { cwd, encoding: 'utf8', stdio: 'pipe' })
    expect(run()).toContain('Signature Verified Successfully')
    writeFileSync(join(cwd, 'SHA256SUMS'), `${pack.get('SHA256SUMS')}x`)
    expect(run).toThrow()
  })

  it('is signed with the key that is published', async () => {
    const { body } = await app.call('GET', '/api/evidence/key')
    expect(json('signature.json').key).toBe(body.key)
    expect(json('manifest.json').deal).toBe(deal.formPk)
  })
})

describe('the check', () => {
  it('passes an intact pack of each viewer', async () => {
    for (const who of [players.payer, players.payee, players.team])
      expect(await check(await unpack((await ask(who)).bytes))).toEqual([])
  })

  it('names the file of which any byte was changed', async () => {
    for (const [name, bytes] of pack)
      for (const at of new Set([
        0,
        Math.floor(bytes.length / 3),
        Math.floor(bytes.length / 2),
        bytes.length - 1,
      ]))
        for (const bit of [1, 32]) {
          const changed = Buffer.from(bytes)
          changed[at] = (changed[at] ?? 0) ^ bit
          expect(await namesOf(new Map(pack).set(name, changed)), `${name} at ${at}`).toEqual([name])
        }
  })

  it('names what is missing, what was added and what was swapped', async () => {
    for (const name of pack.keys()) {
      const without = new Map(pack)
      without.delete(name)
      expect(await namesOf(without)).toEqual([name])
    }
    expect(await namesOf(new Map(pack).set('files/extra.txt', Buffer.from('x')))).toEqual(['files/extra.txt'])
    const [first, second] = ['events/001.txt', 'events/002.txt'] as const
    const swapped = new Map(pack)
      .set(first, pack.get(second) as Buffer)
      .set(second, pack.get(first) as Buffer)
    expect(await namesOf(swapped)).toEqual([first, second])
  })

  it('is not taken in by lists that were made again', async () => {
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    const forged = new Map(pack).set('payments.json', Buffer.from('{"in":[],"out":[]}\n'))
    const manifest = json('manifest.json')
    for (const entry of manifest.files) entry.sha256 = sha256(forged.get(entry.path) as Buffer)
    forged.set('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    const sums = [...manifest.files.map((entry: { path: string }) => entry.path), 'manifest.json']
    const lines = sums.map((name) => `${sha256(forged.get(name) as Buffer)}  ${name}\n`)
    forged.set('SHA256SUMS', Buffer.from(lines.join('')))
    expect(await namesOf(forged)).toEqual(['signature.json'])
  })

  it('says so when it is no ZIP at all', async () => {
    const file = join(folder, 'no.zip')
    writeFileSync(file, 'hello')
    expect((await checkPack(file)).problems).toHaveLength(1)
  })
})
