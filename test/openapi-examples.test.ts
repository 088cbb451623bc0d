/** The examples of the OpenAPI document: what tests sent and were answered, of today's form, with nothing in it to steal. */
import { describe, expect, it } from 'vitest'
import { type Endpoint, nothing } from '#core/contract/endpoint.ts'
import { CATALOGUE } from '#server/http/openapi/catalogue.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { bodyName, RECORDED_ORIGIN, recordedExamples } from '#server/http/openapi/recorded-examples.ts'
import { misfit } from './support/openapi/documented.ts'
import { leaksOf, normalised } from './support/openapi/normalised.ts'

const recorded = recordedExamples(RECORDED_ORIGIN)
const document = openApiDocument({ publicUrl: RECORDED_ORIGIN, isSandbox: true })

/** Calls that came since the answers were recorded last; one that has its example by now is struck off. */
const WAITING: readonly string[] = []

const RECORD = 'record it: RECORD_EXAMPLES=1 npm test -- http FILE-THAT-MAKES-THE-CALL'

interface Media {
  readonly examples?: Record<string, { readonly value: unknown }>
}

/** Every example of a part of the document, with the place that it stands in. */
function examplesIn(part: unknown, at: readonly string[]): { at: readonly string[]; value: unknown }[] {
  if (typeof part !== 'object' || part === null) return []
  const { examples } = part as Media
  const own = Object.values(at.at(-2) === 'content' && examples ? examples : {})
  return [
    ...own.map(({ value }) => ({ at, value })),
    ...Object.entries(part).flatMap(([name, inner]) => examplesIn(inner, [...at, name])),
  ]
}

const examples = [
  ...examplesIn(document.paths, ['paths']),
  ...examplesIn((document.components as { responses: unknown }).responses, ['components', 'responses']),
]

/** An example is welcome and not owed where no integrator calls: in the team's console, and where providers report. */
const isForIntegrators = ({ access, path }: Endpoint): boolean =>
  (access === 'public' || access === 'user') && !/^\/api\/(?:admin|payments\/webhooks)\//.test(path)

const answersOf = (isWanted: (endpoint: Endpoint) => boolean): string[] =>
  CATALOGUE.flatMap(({ id, endpoint }) =>
    endpoint.bytes || !isWanted(endpoint)
      ? []
      : Object.entries(endpoint.responses)
          .filter(([status, schema]) => Number(status) < 400 && schema !== nothing)
          .map(([status]) => `${id} ${status}`),
  )
const bodiesOf = (isWanted: (endpoint: Endpoint) => boolean): string[] =>
  CATALOGUE.flatMap(({ id, endpoint }) =>
    endpoint.body && endpoint.takes !== 'files' && isWanted(endpoint) ? [bodyName(id)] : [],
  )
/** Of refusals that all calls share. 410, 500 and 503 are too rare to be anybody's example. */
const refusals = [400, 401, 403, 404, 409, 413, 415, 422, 429].map((status) => `${status} application/json`)

describe('the examples of the document', () => {
  it('there is one for every answer to somebody who is not of the team and every body of theirs, and for none that is gone', () => {
    const owed = [...answersOf(isForIntegrators), ...bodiesOf(isForIntegrators), ...refusals]
    const missing = owed.filter((name) => !(name in recorded))
    expect(missing.sort(), RECORD).toEqual(WAITING)
    const refusal = /^[45]\d\d application\/(?:problem\+)?json$/
    const known = [...answersOf(() => true), ...bodiesOf(() => true)]
    expect(Object.keys(recorded).filter((name) => !known.includes(name) && !refusal.test(name))).toEqual([])
    expect(examples).toHaveLength(Object.keys(recorded).length)
  })

  it.each(examples.map(({ at, value }) => [at.join(' '), at, value] as const))(
    'fits its schema, with no field too many: %s',
    (_name, at, value) => expect(misfit(at, value), RECORD).toBeNull(),
  )

  it('one with a field too many, or without one, does not fit', () => {
    const link = examples.find(({ at }) => at.includes('/api/links') && at.includes('201'))
    const { at = [], value } = link ?? {}
    const { title: _, ...rest } = value as Record<string, unknown>
    expect(misfit(at, rest)).toContain('title')
    expect(misfit(at, { ...(value as object), colour: 'red' })).toContain('colour')
  })

  it('holds no token, no secret, no address and no number of anybody', () => {
    expect(leaksOf(JSON.stringify(recorded))).toEqual([])
  })
})

describe('an answer is normalised', () => {
  it.each([
    [{ key: 'amt_test_Ab12Cd34Ef56_0123456789abcdefABCDEF0123456789_00Ab1C' }, 'amt_test_EXAMPLE'],
    [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }, 'EXAMPLE'],
    [{ token: 'ab' }, 'EXAMPLE1'],
    [{ code: '123456' }, '000000'],
    [{ code: 'wrong_state' }, 'wrong_state'],
    [{ link: 'https://x/o/AbCdEfGhIjKlMnOpQrStUvWx' }, 'https://x/o/EXAMPLE00000000000000001'],
    [{ text: 'call 9812345670 or a.b@c.in' }, 'call 9876543201 or person1@example.com'],
    [{ at: '2024-02-03T04:05:06.789Z' }, '2026-12-01T10:00:00.000Z'],
  ])('%j', (answer, part) => expect(JSON.stringify(normalised(answer))).toContain(part))

  it('the same id is the same stand-in, moments stay as far apart, a list has two entries', () => {
    const id = 'AbCdEfGhIjKlMnOpQrStUvWx'
    const list = [1, 2, 3].map((day) => ({ id, at: `2024-02-0${day}T04:05:06Z` }))
    const form_pk = 'EXAMPLE00000000000000001'
    expect(normalised(list)).toEqual([
      { id: form_pk, at: '2026-12-01T10:00:00.000Z' },
      { id: form_pk, at: '2026-12-02T10:00:00.000Z' },
    ])
  })
})
