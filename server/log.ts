/**
 * The log: one JSON object a line, or readable text on a terminal. Secrets and personal data are redacted wherever these
 * fields occur.
 */
import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import { type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config/config.ts'
import { programVersion } from './lib/paths.ts'
import { type LoggedError, sentryReporter } from './telemetry/sentry.ts'

export type Log = Logger

const REDACTED = [
  'password',
  'token',
  'authorization',
  'phone_number',
  'email',
  'payment_number',
  'headers.authorization',
  'headers.cookie',
]

/** Of every log, also of one that a test reads. */
export const REDACTION = {
  paths: REDACTED.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]),
  censor: '[hidden]',
}

/** An installation without this package has its log as JSON, on a terminal too. */
const PRETTY = 'pino-pretty'

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

/** Which process of which program wrote a line, where the lines of several come together. */
const SOURCE = { service: 'amanat', version: programVersion, instance: `${hostname()}:${process.pid}` }

const ERROR = 50

interface ErrorFields {
  readonly err?: LoggedError['error']
  readonly name?: string
  readonly message?: string
  readonly stack?: string
  readonly route?: string
}

/** The error of a line's fields: under `err`, or its parts beside the others. */
function loggedError([fields, words]: readonly unknown[], requestId: unknown): LoggedError {
  const id = typeof requestId === 'string' ? { requestId } : {}
  if (typeof fields === 'string') return { words: fields, ...id }
  const { err, name = 'Error', message, stack, route } = (fields ?? {}) as ErrorFields
  const error = err ?? (message === undefined ? undefined : { name, message, ...(stack ? { stack } : {}) })
  return { words: String(words ?? ''), ...id, ...(route ? { route } : {}), ...(error ? { error } : {}) }
}

/** Lines of errors go to `report` too. */
const reported = (report: (error: LoggedError) => void): LoggerOptions => ({
  hooks: {
    logMethod(args, method, level) {
      if (level >= ERROR) report(loggedError(args, this.bindings().reqId))
      method.apply(this, args)
    },
  },
})

/** `pretty` is the package that makes the lines readable. */
export function openLog(
  { logLevel, logPretty, sentry }: Pick<Config, 'logLevel' | 'logPretty'> & Partial<Pick<Config, 'sentry'>>,
  pretty = PRETTY,
): Log {
  const isPretty = logPretty && isInstalled(pretty)
  return pino({
    level: logLevel,
    // on a terminal there is one process, and its lines are read by a person
    base: isPretty ? null : SOURCE,
    redact: REDACTION,
    ...(sentry && reported(sentryReporter(sentry))),
    ...(isPretty && { transport: { target: pretty, options: { translateTime: 'HH:MM:ss' } } }),
  })
}

/** For tests and for tools that print their own lines. */
export const quietLog: Log = pino({ level: 'silent' })
