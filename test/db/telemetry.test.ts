// OTEL_EXPORTER_OTLP_ENDPOINT: calls, routes and statements arrive at a collector, and nothing that a caller typed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server-process.ts'

let db: FreshDatabase
let dataDir: string
let collector: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  db = await freshDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'amanat-telemetry-'))
  collector = await startReceiver()
})
afterAll(async () => {
  await collector.stop()
  await db.drop()
  rmSync(dataDir, { recursive: true })
})

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string }
}
interface Span {
  readonly name: string
  readonly traceId: string
  readonly attributes: readonly Attribute[]
}

const bodiesOf = (path: string) =>
  collector.receipts.filter((receipt) => receipt.path === path).map(({ body }) => JSON.parse(body))

const textAt = ({ attributes }: Span, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue

test('a call is a trace of its route and its statements, and a figure', async () => {
  const server = await startServer({
    ...{ DATABASE_URL: db.url, DATA_DIR: dataDir, ROLE: 'web' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector.host}/`, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc' },
  })
  const traceparent = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01'
  const answer = await fetch(`${server.at}/api/deals/a-secret-code?note=typed-words`, {
    headers: { traceparent, 'user-agent': 'a-browser', authorization: 'Token a-token-of-nobody-at-all' },
  })
  await answer.text()
  expect(await server.stop()).toBe(0)

  const spans: Span[] = bodiesOf('/v1/traces').flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  const trace = spans.filter(({ traceId }) => traceId === '0123456789abcdef0123456789abcdef')
  const routes = new Set(trace.map((span) => textAt(span, 'http.route')).filter(Boolean))
  expect([...routes]).toEqual([expect.stringContaining('/api/')])
  const statements = trace.map((span) => textAt(span, 'db.statement') ?? textAt(span, 'db.query.text'))
  expect(
    statements.filter((sql) => /^\s*(select|with|insert|update)/i.test(sql ?? '')).length,
  ).toBeGreaterThan(0)
  const sent = collector.receipts.map(({ body }) => body).join('\n')
  for (const secret of [
    'a-secret-code',
    'typed-words',
    'a-browser',
    'a-token-of-nobody-at-all',
    new URL(db.url).password,
  ])
    if (secret) expect(sent).not.toContain(secret)
  expect(JSON.stringify(bodiesOf('/v1/metrics'))).toMatch(/http\.server\.(?:request\.)?duration/)
  expect(collector.receipts.every(({ headers }) => headers['x-key'] === 'abc')).toBe(true)
}, 120_000)

test('a collector that is away is told once, without the key that it is asked with', async () => {
  const server = await startServer({
    ...{ DATABASE_URL: db.url, DATA_DIR: dataDir, ROLE: 'web', LOG_LEVEL: 'warn' },
    ...{
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a-secret-key',
    },
  })
  await (await fetch(`${server.at}/healthz`)).text()
  const linesOf = () => server.output().match(/^.*the collector takes no traces or figures.*$/gm) ?? []
  await vi.waitUntil(() => linesOf().length > 0, { timeout: 60_000 })
  expect(await server.stop()).toBe(0)
  expect(linesOf()).toEqual([expect.stringMatching(/"reason":"[^"]{3,}"/)])
  expect(server.output()).not.toContain('a-secret-key')
}, 120_000)
