import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract, pack } from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { type ArchiveEntry, ArchiveWriter, readArchive, readText } from './archive.ts'

const CONTENTS: Readonly<Record<string, string>> = {
  'backup.json': '{ "format": 2 }',
  'tables/public.deal/000001.copy': 'a\tb\n'.repeat(100_000),
  'tables/public.empty/000001.copy': '',
  [`files/ab/${'long-'.repeat(40)}name`]: 'a receipt',
}

async function write(contents = CONTENTS): Promise<Buffer> {
  const archive = new ArchiveWriter()
  const all = buffer(Readable.from(archive.stream))
  for (const [name, text] of Object.entries(contents))
    await archive.add(name, Buffer.byteLength(text), [Buffer.from(text)])
  await archive.finish()
  return all
}

const chunksOf = (bytes: Buffer, size = 10_000): AsyncIterable<Uint8Array> =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    ),
  )

async function readAll(entries: AsyncIterable<ArchiveEntry>): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for await (const { name, chunks } of entries) contents[name] = await readText(chunks)
  return contents
}

/** The same tar with one entry changed, added after the others or left out. */
async function repack(
  bytes: Buffer,
  change: (name: string, text: string) => string | null,
  extra?: string,
): Promise<Buffer> {
  const [source, target] = [extract(), pack()]
  const all = buffer(Readable.from(target as AsyncIterable<unknown>))
  source.end(bytes)
  for await (const entry of source) {
    const { name } = entry.header
    const text = change(name, await readText(entry as AsyncIterable<unknown> as AsyncIterable<Uint8Array>))
    if (text !== null) target.entry({ name }, text)
  }
  if (extra) target.entry({ name: extra }, 'more')
  target.finalize()
  return all
}

const unchanged = (_name: string, text: string): string => text

test.each([512, 10_000, 10_000_000])('is read back as it was written, %i bytes at a time', async (size) => {
  expect(await readAll(readArchive(chunksOf(await write(), size)))).toEqual(CONTENTS)
})

test('is a tar that the system lists, with the manifest in it', async () => {
  const listed = spawnSync('tar', ['t'], { input: await write(), encoding: 'utf8' })
  expect(listed.stdout.trim().split('\n')).toEqual([...Object.keys(CONTENTS), 'manifest.json'])
  const manifest = spawnSync('tar', ['xO', 'manifest.json'], { input: await write(), encoding: 'utf8' })
  expect(JSON.parse(manifest.stdout).entries).toContainEqual({
    name: 'backup.json',
    bytes: 15,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

describe('is refused', () => {
  const refusal = (bytes: Buffer): Promise<unknown> =>
    readAll(readArchive(chunksOf(bytes))).then(
      () => 'accepted',
      (error: Error) => `${error.name}: ${error.message}`,
    )

  test.each<[string, (bytes: Buffer) => Buffer | Promise<Buffer>, RegExp]>([
    ['cut off inside an entry', (bytes) => bytes.subarray(0, 200_000), /damaged, cut off/],
    ['cut off between entries', (bytes) => bytes.subarray(0, 1_024), /ends too early/],
    ['empty', () => Buffer.alloc(0), /ends too early/],
    ['no tar', () => Buffer.from('a picture'.repeat(1_000)), /no backup of ours/],
    [
      'changed in a row',
      (bytes) => repack(bytes, (name, text) => (name.startsWith('tables') ? text.replace('a', 'b') : text)),
      /000001\.copy is not what was written/,
    ],
    [
      'one entry short',
      (bytes) => repack(bytes, (name, text) => (name.startsWith('files') ? null : text)),
      /name is not what/,
    ],
    [
      'without its manifest',
      (bytes) => repack(bytes, (name, text) => (name === 'manifest.json' ? null : text)),
      /ends too early/,
    ],
    [
      'with more after the manifest',
      (bytes) => repack(bytes, unchanged, 'files/ab/more'),
      /goes on after its manifest/,
    ],
    [
      'with an entry that the manifest does not list',
      (bytes) =>
        repack(bytes, (name, text) =>
          name === 'manifest.json' ? text.replace(/,\s*\{[^{}]*\}\s*\]/, ']') : text,
        ),
      /does not list/,
    ],
    [
      'with a manifest of nonsense',
      (bytes) => repack(bytes, (name, text) => (name === 'manifest.json' ? '{"entries":1}' : text)),
      /manifest is damaged/,
    ],
  ])('%s', async (_what, change, reason) => {
    const message = await refusal(await change(await write()))
    expect(message).toMatch(/^ArchiveError: The backup cannot be used: .*\.$/)
    expect(message).toMatch(reason)
  })

  test('of the format before, and the refusal says how to go on', async () => {
    const header = Buffer.from('{"name":"start","format":1,"at":"2026-01-01T00:00:00.000Z"}')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(header.length)
    expect(await refusal(Buffer.concat([length, header, Buffer.alloc(4)]))).toMatch(
      /restore it with the version that made it, then back up anew with this one/,
    )
  })
})
