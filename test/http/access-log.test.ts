/** LOG_ACCESS: what a customer called at 14:03, and nothing that opens a deal or names a person. */
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startApp } from '#test/support/app.ts'
import { offerShopping } from '#test/support/people.ts'

async function linesOf(logAccess: boolean) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const app = await startApp({ log, logAccess, trustedProxies: ['127.0.0.0/8'] })
  const pair = await offerShopping(app)
  lines.length = 0
  const answer = await app.call('GET', `/api/deals/${pair.formPk}?code=a-secret`, {
    token: pair.payer.token,
    headers: { 'x-request-id': 'from-the-proxy' },
  })
  await app.call('GET', `/nothing/${pair.formPk}`)
  for (const path of ['/healthz', '/readyz']) expect((await app.call('GET', path)).status).toBe(200)
  await app.call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  await app.stop()
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  return { requests, answer, pair, text: lines.join('') }
}

it('is a line a request, but for a probe that found all well: route, status, time, user and the id that the answer carries', async () => {
  const { requests, answer, pair, text } = await linesOf(true)
  expect(answer.headers['x-request-id']).toBe('from-the-proxy')
  expect(requests).toMatchObject([
    {
      method: 'GET',
      route: '/api/deals/:form_pk',
      status: 200,
      user: pair.payer.id,
      reqId: 'from-the-proxy',
    },
    { method: 'GET', route: 'unknown', status: 404, user: null },
    { method: 'GET', route: '/metrics', status: 404, user: null },
  ])
  expect(requests[0].ms).toBeGreaterThanOrEqual(0)
  for (const secret of [pair.formPk, 'a-secret', pair.payer.token, pair.payer.phone])
    expect(text).not.toContain(secret)
})

it('is off unless asked for', async () => {
  expect((await linesOf(false)).requests).toEqual([])
})
