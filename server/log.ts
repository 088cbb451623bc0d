/**
 * The log: one JSON object a line, or readable text on a terminal. Secrets and personal data are redacted wherever these
 * fields occur.
 */
import { createRequire } from 'node:module'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

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

/** `pretty` is the package that makes the lines readable. */
export function openLog(
  { logLevel, logPretty }: Pick<Config, 'logLevel' | 'logPretty'>,
  pretty = PRETTY,
): Log {
  const isPretty = logPretty && isInstalled(pretty)
  return pino({
    level: logLevel,
    base: null,
    redact: { paths: REDACTED.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]), censor: '[hidden]' },
    ...(isPretty && { transport: { target: pretty, options: { translateTime: 'HH:MM:ss' } } }),
  })
}

/** For tests and for tools that print their own lines. */
export const quietLog: Log = pino({ level: 'silent' })
