/** Versions of the wire contract: in the order of their days, each with an end, and answers in the words of an earlier one. */
import { describe, expect, it } from 'vitest'
import { API_VERSIONS, CURRENT_VERSION, endOfVersion, inVersion, isApiVersion } from './api-versions.ts'

it('are days in their order, and the last one is the current one', () => {
  expect([...API_VERSIONS].sort()).toEqual(API_VERSIONS)
  expect(API_VERSIONS.filter((version) => Number.isNaN(Date.parse(`${version}T00:00:00Z`)))).toEqual([])
  expect(API_VERSIONS.at(-1)).toBe(CURRENT_VERSION)
})

it.each(['', '2026-11-02', '2099-01-01', 'latest', undefined, ['2026-11-01']])('%j is none', (text) =>
  expect(isApiVersion(text)).toBe(false),
)

describe('an answer', () => {
  const page = { data: [{ id: 'a' }], next: null }

  it.each([
    ['2026-11-01', 'GET /api/links', page.data],
    ['2026-11-23', 'GET /api/links', page],
    ['2026-11-01', 'GET /api/deals', page],
  ] as const)('in version %s of %s', (version, call, expected) =>
    expect(inVersion(page, call, version)).toEqual(expected),
  )
})

it('a version is answered for two years after the next one began', () => {
  expect(endOfVersion('2026-11-01')).toEqual({
    deprecatedAt: new Date('2026-11-23T00:00:00Z'),
    sunsetAt: new Date('2028-11-23T00:00:00Z'),
  })
  expect(endOfVersion(CURRENT_VERSION)).toBeNull()
})
