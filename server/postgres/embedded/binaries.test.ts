import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLinks } from './binaries.ts'

test('makes the links that were left out, in a copy of any name, and minds none that is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-links-'))
  const native = join(folder, 'a-copy')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'the library')
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  makeLinks(native)
  makeLinks(native)
  expect(readFileSync(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('the library')
  rmSync(folder, { recursive: true })
})
