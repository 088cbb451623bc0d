// `npm ci` refuses a lock in which a package names an optional one (another platform's binary, mostly) that
// the lock lacks, and npm writes such a lock when the registry had not that version yet.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  resolved?: string
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}

/** Where Node would look, from the innermost node_modules outwards. */
function isLocked(name: string, from: string): boolean {
  const folders = from.split('/node_modules/')
  const places = folders.map(
    (_, index) => `${folders.slice(0, index + 1).join('/node_modules/')}/node_modules/`,
  )
  return ['node_modules/', ...places].some((place) => packages[place + name])
}

test('holds every optional package that a locked one names', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(name, path))
      .map((name) => `${path} wants ${name}`),
  )
  expect(missing).toEqual([])
})

test('no package runs anything when it is installed', () => {
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true')
})

test('names no registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([])
})
