// The bill of materials says what is installed without development: no package less, none more, each once.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Imported by the pages' build or for types alone. */
const BUILD_ONLY = ['@react-router/dev', 'vite']

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly unknown[]
  readonly hashes: readonly { alg: string; content: string }[]
}

const lock = {
  packages: {
    '': { name: 'mine', version: '1.2.3' },
    'node_modules/a': {
      version: '1.0.0',
      license: 'MIT',
      integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}`,
    },
    'node_modules/@b/c': { version: '2.0.0', license: '(MIT OR CC0-1.0)' },
    'node_modules/a/node_modules/@b/c': { version: '1.9.0', license: 'Apache-2.0' },
    'node_modules/d/node_modules/@b/c': { version: '2.0.0', license: '(MIT OR CC0-1.0)' },
    'node_modules/silent': { version: '0.1.0' },
    'node_modules/tool': { version: '9.0.0', license: 'MIT', dev: true },
    'node_modules/react-dom': {
      version: '3.0.0',
      license: 'MIT',
      dev: true,
      dependencies: { e: '1', f: '1' },
    },
    'node_modules/react-dom/node_modules/e': { version: '1.5.0', license: 'MIT', dev: true },
    'node_modules/e': { version: '1.0.0', license: 'MIT', dev: true },
    'node_modules/f': { version: '1.0.0', license: 'MIT', dev: true },
  },
}

/** In a process of its own, as the command runs it. */
function made(given: string, what: string): string {
  const text = `import { licenceList, sbomOf } from './scripts/lib/sbom.mjs'
    const lock = JSON.parse(process.argv[1])
    const program = { name: 'mine', version: '1.2.3', license: 'MIT' }
    process.stdout.write(${what})`
  return execFileSync(process.execPath, ['--input-type=module', '-e', text, given], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
}
const sbom = (given: string) =>
  JSON.parse(made(given, 'JSON.stringify(sbomOf(lock, program, new Date(0)))')) as {
    bomFormat: string
    specVersion: string
    components: Component[]
  }

test('each version once, without development, with licence and hash', () => {
  const { bomFormat, specVersion, components } = sbom(JSON.stringify(lock))
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6'])
  expect(components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/%40b/c@1.9.0',
    'pkg:npm/%40b/c@2.0.0',
    'pkg:npm/a@1.0.0',
    'pkg:npm/e@1.5.0',
    'pkg:npm/f@1.0.0',
    'pkg:npm/react-dom@3.0.0',
    'pkg:npm/silent@0.1.0',
  ])
  const [, expression, a] = components
  const silent = components.at(-1)
  expect(expression?.licenses).toEqual([{ expression: '(MIT OR CC0-1.0)' }])
  expect([a?.licenses, a?.hashes]).toEqual([
    [{ license: { id: 'MIT' } }],
    [{ alg: 'SHA-512', content: '01'.repeat(64) }],
  ])
  expect(silent?.licenses).toEqual([])
})

test('the list counts the licences, and names what states none', () => {
  const list = made(JSON.stringify(lock), 'licenceList(lock)')
  expect(list.split('\n').filter((line) => /^\d/.test(line)).length).toBe(4)
  expect(list).toContain('1\tnot stated\n')
  expect(list).toContain('silent@0.1.0\tnot stated\n')
})

test('no package of ours has a licence that binds the whole program', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  // only what the bill needs: the whole lock is too long for an argument
  const slim = Object.entries(packages as Record<string, Record<string, unknown>>).map(
    ([path, { version, license, dev }]) => [path, { version, license, dev }],
  )
  const production = slim.filter(([path, details]) => path !== '' && !(details as { dev?: boolean }).dev)
  const { components } = sbom(JSON.stringify({ packages: Object.fromEntries(production) }))
  expect(components.length).toBeGreaterThan(300)
  const binding = components.filter(({ licenses }) =>
    /\b(?:AGPL|GPL-\d)/.test(JSON.stringify(licenses).replaceAll('LGPL', '')),
  )
  expect(binding.map(({ purl }) => purl)).toEqual([])
  expect(components.filter(({ licenses }) => licenses.length === 0).map(({ name }) => name)).toEqual([
    'png-js',
  ])
})

test('what the pages are made of is in it, though it is not installed with the server', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^build|\.test\.tsx?$/.test(file),
  )
  const imported = sources.flatMap((file) =>
    [
      ...readFileSync(`web/${file}`, 'utf8').matchAll(/(?:from|import\()\s*'((?:@[\w-]+\/)?[a-z][\w.-]*)/g),
    ].map(([, name = '']) => name),
  )
  const packages = Object.keys(devDependencies).map((name) => [
    `node_modules/${name}`,
    { version: '1.0.0', dev: true },
  ])
  const { components } = sbom(JSON.stringify({ packages: Object.fromEntries(packages) }))
  const listed = components.map(({ name }) => name)
  expect(imported.length).toBeGreaterThan(100)
  const missing = [...new Set(imported)].filter(
    (name) => name in devDependencies && !listed.includes(name) && !BUILD_ONLY.includes(name),
  )
  expect(missing).toEqual([])
  for (const name of ['typescript', '@mantine/core', 'vite', 'esbuild'])
    expect(name in dependencies).toBe(false)
})
