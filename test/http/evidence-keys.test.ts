/** Whose key signed a pack: trusted, another's, unknown; and a pack that was unzipped and zipped again is the same pack. */
import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { ZipFile } from 'yazl'
import { stopRendering } from '#server/pdf/render.ts'
import { useApp } from '#test/support/app.ts'
import { addFile } from '#test/support/files.ts'
import { bringTo, offerShopping, type Pair } from '#test/support/people.ts'
import { addressOf } from '#test/support/streams.ts'

type Files = Map<string, Buffer>

const app = useApp()
const folder = mkdtempSync(join(tmpdir(), 'amanat-keys-'))
let pair: Pair
let original: Buffer
let pack: Files
let ownKey = ''
let address = ''

const packOf = async () =>
  (
    await app.app.inject({
      url: `/api/deals/${pair.formPk}/evidence.zip?lang=en`,
      headers: { host: 'amanat.test', authorization: `Token ${pair.payer.token}` },
    })
  ).rawPayload
const historyOf = async () => (await app.call('GET', '/.well-known/amanat-keys.json')).body.keys

beforeAll(async () => {
  pair = await offerShopping(app)
  await bringTo(app, pair, 'funded')
  // a nukta: some systems take the letter apart when they write the name
  await addFile(app, pair.payer, pair.formPk, { name: 'गाड़ी की रसीद.txt' })
  original = await packOf()
  pack = await unzip(original)
  ownKey = JSON.parse(String(pack.get('signature.json'))).key
  address = await addressOf(app)
})
afterAll(async () => {
  await stopRendering()
  rmSync(folder, { recursive: true, force: true })
})

const unzip = (bytes: Buffer): Promise<Files> =>
  new Promise((resolve, reject) => {
    const files: Files = new Map()
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('end', () => resolve(files))
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (problem, stream) => {
          if (problem) return reject(problem)
          files.set(entry.fileName, await buffer(stream))
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })

interface Zipping {
  readonly files?: Files
  readonly folders?: readonly string[]
  readonly rename?: (name: string) => string
}
async function zipped({ files = pack, folders = [], rename = (name) => name }: Zipping): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of folders) zip.addEmptyDirectory(name)
  for (const [name, bytes] of files) zip.addBuffer(bytes, rename(name))
  zip.end()
  return buffer(zip.outputStream)
}

/** Everything made again around a changed file, and signed by the forger. */
function forged(): Files {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const files = new Map(pack).set('payments.json', Buffer.from('{"in":[],"out":[]}\n'))
  const manifest = JSON.parse(String(files.get('manifest.json')))
  for (const entry of manifest.files) entry.sha256 = sha256(files.get(entry.path) as Buffer)
  files.set('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  const names: string[] = [...manifest.files.map((entry: { path: string }) => entry.path), 'manifest.json']
  const sums = Buffer.from(names.map((name) => `${sha256(files.get(name) as Buffer)}  ${name}\n`).join(''))
  const signature = {
    algorithm: 'ed25519',
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('hex'),
    signature: sign(null, sums, privateKey).toString('hex'),
  }
  return files.set('SHA256SUMS', sums).set('signature.json', Buffer.from(JSON.stringify(signature)))
}

let count = 0
/** The exit code and the words of the program. */
function verify(bytes: Buffer, ...options: string[]): Promise<{ code: number; words: string }> {
  const file = join(folder, `${++count}.zip`)
  writeFileSync(file, bytes)
  return new Promise((done) => {
    execFile(process.execPath, ['scripts/verify-pack.mjs', file, ...options], (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), words: stdout + stderr }),
    )
  })
}

describe('a whole pack', () => {
  it('is sound by the key that is given: in hex, raw, as PEM, in a file', async () => {
    const der = Buffer.from(ownKey, 'hex')
    const pem = `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`
    const file = join(folder, 'key.pem')
    writeFileSync(file, pem)
    for (const key of [ownKey, der.subarray(-32).toString('hex'), pem, file]) {
      const { code, words } = await verify(original, `--key=${key}`)
      expect([code, words.startsWith('OK')]).toEqual([0, true])
    }
  })
  it('is sound by the keys that its service publishes', async () => {
    expect((await verify(original, '--from', address)).code).toBe(0)
  })
  it('is by an unknown key where none is given', async () => {
    const { code, words } = await verify(original)
    expect([code, words]).toEqual([2, expect.stringContaining('made by an unknown key')])
    expect(words).not.toMatch(/^OK/m)
  })
  it('is found from the folder in which npm was called', async () => {
    const file = `pack-${++count}.zip`
    writeFileSync(join(folder, file), original)
    const args = ['run', '--silent', '--prefix', process.cwd(), 'verify-pack', '--', file, '--key', ownKey]
    const call = promisify(execFile)('npm', args, { cwd: folder })
    expect((await call).stdout).toMatch(/^OK/)
  })
  it('is not called changed where there is none', async () => {
    const missing = join(folder, 'none.zip')
    const call = promisify(execFile)(process.execPath, ['scripts/verify-pack.mjs', missing])
    await expect(call).rejects.toMatchObject({ code: 2, stdout: '', stderr: `${missing} is not there.\n` })
  })
  it.each([
    [['--key', 'nonsense'], '--key is not a public key'],
    [['--from', 'http://evil.example'], 'it is not https'],
    [['--from', 'http://127.0.0.1:9'], 'cannot be read'],
    [['--unknown'], 'Which pack?'],
  ])('is not judged with %j', async (options, words) => {
    const answer = await verify(original, ...options)
    expect([answer.code, answer.words]).toEqual([2, expect.stringContaining(words)])
  })
})

describe('unzipped and zipped again', () => {
  it.each<[string, Zipping]>([
    ['with its folders', { folders: ['files', 'events', 'messages'] }],
    ['inside a folder', { folders: ['evidence', 'evidence/files'], rename: (name) => `evidence/${name}` }],
    ['with accents taken apart', { rename: (name) => name.normalize('NFD') }],
  ])('%s, it is sound', async (_, how) => {
    expect((await verify(await zipped(how), '--key', ownKey)).code).toBe(0)
  })
  it('by a program that does not say that names are UTF-8, it is sound', async () => {
    const bytes = await zipped({})
    for (const [mark, at] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const)
      for (let i = bytes.indexOf(mark, 0, 'latin1'); i >= 0; i = bytes.indexOf(mark, i + 4, 'latin1'))
        bytes.writeUInt16LE(bytes.readUInt16LE(i + at) & ~0x800, i + at)
    expect((await verify(bytes, '--key', ownKey)).code).toBe(0)
  })
  it('with what a Mac leaves beside the files, it is sound', async () => {
    const files = new Map(pack)
      .set('__MACOSX/._README.txt', Buffer.from('x'))
      .set('.DS_Store', Buffer.from('x'))
    expect((await verify(await zipped({ files }), '--key', ownKey)).code).toBe(0)
  })
  it('with a file more inside a folder, it is not', async () => {
    const files = new Map(pack).set('files/extra.txt', Buffer.from('x'))
    const rename = (name: string) => `evidence/${name}`
    const { code, words } = await verify(await zipped({ files, rename }), '--key', ownKey)
    expect([code, words]).toEqual([1, expect.stringContaining('files/extra.txt: does not belong here')])
  })
})

describe('a pack that somebody made', () => {
  it('signed by a key of their own is by another key, and never sound', async () => {
    const bytes = await zipped({ files: forged() })
    const byKey = await verify(bytes, '--key', ownKey)
    expect([byKey.code, byKey.words]).toEqual([1, expect.stringContaining('is by another key')])
    expect((await verify(bytes, '--from', address)).code).toBe(1)
    expect((await verify(bytes)).code).toBe(2)
  })
  it('is named where it was changed', async () => {
    const files = new Map(pack).set('timeline.json', Buffer.from('[]\n'))
    const { code, words } = await verify(await zipped({ files }), '--key', ownKey)
    expect([code, words]).toEqual([1, expect.stringContaining('timeline.json')])
  })
  it.each([0.2, 0.9, 0.999])('cut at %f is no pack', async (part) => {
    const bytes = original.subarray(0, Math.floor(original.length * part))
    expect((await verify(bytes, '--key', ownKey)).code).toBe(1)
  })
})

describe('the history of the keys', () => {
  it('has the current one without an end', async () => {
    expect(await historyOf()).toEqual([
      {
        id: createHash('sha256').update(Buffer.from(ownKey, 'hex')).digest('hex').slice(0, 16),
        algorithm: 'ed25519',
        public_key: ownKey,
        from: expect.stringMatching(/^20/),
        until: null,
      },
    ])
  })
  it('keeps a key that was changed: its packs are sound, and none that it signs later', async () => {
    const { rows } = await app.db.ownerPool.query(
      `delete from app_secret where name = 'evidence-key' returning value`,
    )
    await app.advance('PT1H')
    const fresh = await packOf()
    const history = await historyOf()
    expect(history).toHaveLength(2)
    expect([history[0].until, history[1].public_key]).toEqual([null, ownKey])
    expect(history[1].until).not.toBeNull()
    for (const bytes of [original, fresh]) expect((await verify(bytes, '--from', address)).code).toBe(0)
    // whoever took the old key signs with it
    await app.advance('PT1H')
    await app.db.ownerPool.query(`update app_secret set value = $1 where name = 'evidence-key'`, [
      rows[0].value,
    ])
    const late = await packOf()
    const { code, words } = await verify(late, '--from', address)
    expect([code, words]).toEqual([1, expect.stringContaining('was retired')])
  })
})
