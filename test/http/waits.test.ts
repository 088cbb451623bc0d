/** Each call with a limit of its own: it holds, and the refusal says how many seconds to wait, in the header and in words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/support/app.ts'
import { person } from '#test/support/people.ts'

// a hundredth of the usual: most calls are allowed once a minute
const FACTOR = 0.01
const LIMIT = /At most (\d+) calls a minute from one address/

let app: TestApp
let limits: [call: string, perMinute: number][] = []
beforeAll(async () => {
  app = await startApp({ rateLimitFactor: FACTOR })
  const { paths } = (await app.call('GET', '/api/openapi.json')).body
  limits = Object.keys(paths).flatMap((path) =>
    Object.entries<{ description?: string }>(paths[path]).flatMap(
      ([method, { description = '' }]): [string, number][] => {
        const [, perMinute] = LIMIT.exec(description) ?? []
        return perMinute ? [[`${method.toUpperCase()} ${path}`, Number(perMinute)]] : []
      },
    ),
  )
})
afterAll(() => app.stop())

const call = (name: string, headers: Record<string, string> = {}) => {
  const [method = '', path = ''] = name.split(' ')
  const url = path.replace(/\{\w+\}/g, 'unknown')
  return app.call(method, url, { headers, ...(method === 'GET' ? {} : { body: {} }) })
}

describe('a call with a limit by address', () => {
  it('is refused beyond it with the seconds to wait, in both languages', async () => {
    expect(limits.length).toBeGreaterThan(50)
    for (const [name, perMinute] of limits) {
      const statuses: number[] = []
      for (let i = 0; i < Math.ceil(perMinute * FACTOR); i += 1) statuses.push((await call(name)).status)
      expect([name, statuses.includes(429)]).toEqual([name, false])
      for (const language of ['en', 'hi']) {
        const { status, body, headers } = await call(name, { 'accept-language': language })
        expect([name, status, body?.code]).toEqual([name, 429, 'rate_limited'])
        const seconds = Number(headers['retry-after'])
        expect([name, seconds > 0 && seconds <= 60]).toEqual([name, true])
        expect(body.message).toMatch(new RegExp(`(?:^|\\D)${seconds}(?:\\D|$)`))
      }
    }
  })
})

it('numbers of sellers are read 60 times a minute, whatever account asks', async () => {
  const usual = await startApp({ rateLimitFactor: 1 })
  try {
    const buyers = [await person(usual, 'Buyer'), await person(usual, 'Buyer')]
    const statuses: number[] = []
    for (let i = 0; i < 62; i += 1) {
      const { status } = await usual.call('GET', '/api/auth/sellers/', { token: buyers[i % 2]?.token ?? '' })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
  } finally {
    await usual.stop()
  }
})
