// What the process says: one JSON object a line, or readable text on a terminal. Never what a person typed
// in secret, nor who they are: those paths are cut out wherever they turn up.
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

const SECRET = [
  'password',
  'token',
  'authorization',
  'phone_number',
  'email',
  'payment_number',
  'headers.authorization',
  'headers.cookie',
]

export function openLog({ logLevel, logPretty }: Pick<Config, 'logLevel' | 'logPretty'>): Log {
  return pino({
    level: logLevel,
    base: null,
    redact: { paths: SECRET.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]), censor: '[hidden]' },
    ...(logPretty && { transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } }),
  })
}

/** For tests and for tools that print their own lines. */
export const quietLog: Log = pino({ level: 'silent' })
