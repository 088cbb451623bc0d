/**
 * Errors of the log, sent to a tracker that speaks Sentry's protocol (Sentry, GlitchTip): their kind, place in the program,
 * route and request id. Nothing of the request, its user or their words.
 */
import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { packageRoot, programVersion } from '#server/lib/paths.ts'
import type { SentryTarget } from './sentry-dsn.ts'

export interface LoggedError {
  readonly words: string
  readonly route?: string
  readonly requestId?: string
  readonly error?: { readonly name?: string; readonly message?: string; readonly stack?: string }
}

/** An error a second, on average: one that comes with each request would only cost bandwidth. */
const MAX_A_MINUTE = 60
const TIMEOUT_MS = 5_000

/** Errors of the database and of JSON quote what people typed; ids, numbers and addresses may be anywhere. */
const withoutWords = (text: string): string =>
  text
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|\([^)]*\)/g, '[…]')
    .replace(/\S+@\S+|\+?\d[\d -]{3,}\d|\b(?=\w*\d)\w{12,}\b/g, '[…]')
    .slice(0, 300)

const ROOTS = [packageRoot, pathToFileURL(packageRoot).href]

function framesOf(stack = ''): object[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name, file = '', row, column] = /^\s*at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/.exec(line) ?? []
      if (!row) return []
      const root = ROOTS.find((each) => file.startsWith(each))
      const filename = root ? file.slice(root.length + 1) : file
      const isOurs = root !== undefined && !filename.includes('node_modules')
      return [{ function: name ?? '?', filename, lineno: Number(row), colno: Number(column), in_app: isOurs }]
    })
    .reverse()
}

function eventOf({ words, route, requestId, error }: LoggedError, id: string, now: number) {
  const { name = 'Error', message = '', stack } = error ?? {}
  const text = error ? withoutWords(message) : words
  return {
    event_id: id,
    timestamp: now / 1000,
    platform: 'node',
    level: 'error',
    logger: 'amanat',
    release: `amanat@${programVersion}`,
    ...(route === undefined ? {} : { transaction: route }),
    tags: { words, ...(requestId === undefined ? {} : { request_id: requestId }) },
    exception: {
      values: [{ type: error ? name : 'Alarm', value: text, stacktrace: { frames: framesOf(stack) } }],
    },
  }
}

/** Answers at once: a tracker that is slow or away delays nobody, and what it misses stands in the log. */
export function sentryReporter({ url, key }: SentryTarget): (error: LoggedError) => void {
  let minute = 0
  let count = 0
  return (error) => {
    const now = Date.now()
    if (Math.floor(now / 60_000) !== minute) {
      minute = Math.floor(now / 60_000)
      count = 0
    }
    count += 1
    if (count > MAX_A_MINUTE) return
    const id = randomUUID().replaceAll('-', '')
    const parts = [
      { event_id: id, sent_at: new Date(now).toISOString() },
      { type: 'event' },
      eventOf(error, id, now),
    ]
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}, sentry_client=amanat/${programVersion}`,
      },
      body: parts.map((part) => JSON.stringify(part)).join('\n'),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    }).then(
      (answer) => answer.body?.cancel(),
      () => {},
    )
  }
}
