import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openLog } from '#server/log.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { readSentryDsn } from './sentry-dsn.ts'

test.each([
  ['https://key@errors.example.com/7', 'https://errors.example.com/api/7/envelope/'],
  ['http://key@localhost:8000/path/12', 'http://localhost:8000/path/api/12/envelope/'],
])('%s is an address', (text, url) => {
  expect(readSentryDsn(text)).toEqual({ url, key: 'key' })
})

test.each([
  'key',
  'https://errors.example.com/7',
  'https://key@host/',
  'https://key:secret@host/7',
  'ftp://k@h/7',
])('%s is none', (text) => expect(readSentryDsn(text)).toBeNull())

let tracker: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  tracker = await startReceiver()
})
afterAll(() => tracker.stop())

test('an error of a request is sent with its place and its id, and without anybody’s words', async () => {
  const sentry = readSentryDsn(`http://key@${tracker.host}/7`)
  if (!sentry) throw new Error('no target')
  const log = openLog({ logLevel: 'silent', logPretty: false, sentry })
  expect(tracker.receipts).toEqual([])

  const loud = openLog({ logLevel: 'error', logPretty: false, sentry })
  const typed =
    'invalid input syntax for type integer: "Asha Rao", Key (phone)=(9876543210) of asha@example.com 98765 43210 token 3f9ac1b2d4e5f6a7'
  const error = new TypeError(typed)
  log.error({ name: error.name, message: typed }, 'a silent log reports nothing')
  loud.warn({ name: error.name, message: typed }, 'a warning is no error')
  const { name, message, stack } = error
  loud
    .child({ reqId: 'request-1' })
    .error({ route: '/api/deals/:form_pk', name, message, stack, user: 'Asha Rao' }, 'request failed')
  loud.error({ err: error }, 'reminder failed, will retry')
  loud.error({ cause: 'velocity' }, 'too many')
  await vi.waitFor(() => expect(tracker.receipts).toHaveLength(3))

  // ids and times are digits of their own, which may happen to be some of a number's
  const sent = tracker.receipts
    .map(({ body }) => body.replace(/"(?:event_id|sent_at|timestamp)":(?:"[^"]*"|[\d.]+)/g, ''))
    .join('\n')
  for (const secret of ['Asha', '98765', '43210', 'example.com', '3f9ac1b2', 'loud'])
    expect(sent).not.toContain(secret)
  const events = tracker.receipts.map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''))
  expect(tracker.receipts[0]?.path).toBe('/api/7/envelope/')
  expect(tracker.receipts[0]?.headers['x-sentry-auth']).toContain('sentry_key=key')
  const byWords = (words: string) => events.find(({ tags }) => tags.words === words)
  const failed = byWords('request failed')
  expect(failed).toMatchObject({ transaction: '/api/deals/:form_pk', tags: { request_id: 'request-1' } })
  expect(failed.exception.values[0]).toMatchObject({
    type: 'TypeError',
    value: expect.stringMatching(/^invalid input syntax for type integer: \[…\]/),
  })
  expect(failed.exception.values[0].stacktrace.frames.at(-1)).toMatchObject({
    filename: 'server/telemetry/sentry.test.ts',
    in_app: true,
  })
  expect(byWords('reminder failed, will retry').exception.values[0].type).toBe('TypeError')
  expect(byWords('too many').exception.values[0]).toMatchObject({ type: 'Alarm', value: 'too many' })
})
