/** Settings of helpers that may be there: a collector of traces and figures, an error tracker, a scanner of files, notices in browsers. */
import { createECDH } from 'node:crypto'
import { z } from 'zod'
import type { ClamdTarget } from '#server/files/scan.ts'
import { readSentryDsn } from '#server/telemetry/sentry-dsn.ts'
import { oneOf, urlOf } from './fields.ts'

/** `a=b,c=d`, as the collector's documents give it. */
const headers = z
  .string()
  .regex(/^[\w-]+=[^,]+(,[\w-]+=[^,]+)*$/)
  .transform((list) =>
    Object.fromEntries(
      list
        .split(',')
        .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()]),
    ),
  )

const share = z
  .string()
  .regex(/^\d(\.\d+)?$/)
  .transform(Number)
  .pipe(z.number().min(0).max(1))

const dsn = z.string().transform((text, context) => {
  const target = readSentryDsn(text)
  if (!target) context.addIssue({ code: 'custom', message: 'not a DSN' })
  return target ?? z.NEVER
})

/** `clamd://10.0.0.7:3310`, or `unix:/run/clamav/clamd.ctl` */
const scanner = z.string().transform((text, context): ClamdTarget => {
  const [, path] = /^unix:(\/.+)$/.exec(text) ?? []
  if (path) return { path }
  const { protocol, hostname, port } = URL.canParse(text) ? new URL(text) : new URL('none:')
  if (protocol === 'clamd:' && hostname) return { host: hostname, port: Number(port || 3310) }
  context.addIssue({ code: 'custom', message: 'not a scanner' })
  return z.NEVER
})

/** Zero, or beyond the order of the curve, signs nothing: the first notice would fail. */
function isPrivateKey(text: string): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(text, 'base64url'))
    return true
  } catch {
    return false
  }
}

export const OUTSIDE_RULES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'the http or https address of a collector',
    urlOf('http:', 'https:').transform((url) => url.replace(/\/+$/, '')),
  ],
  OTEL_EXPORTER_OTLP_HEADERS: ['name=value, more of them after a comma', headers],
  OTEL_SERVICE_NAME: ['a name', z.string().max(100)],
  OTEL_TRACES_SAMPLER_ARG: ['a share from 0 to 1', share],
  SENTRY_DSN: ['https://key@host/project', dsn],
  CLAMD_URL: ['clamd://host:port, or unix:/path of its socket', scanner],
  VAPID_PRIVATE_KEY: [
    '32 bytes in base64url, as .env.example makes them',
    z
      .string()
      .regex(/^[\w-]{43}$/)
      .refine(isPrivateKey),
  ],
  CLAMD_AWAY: ['refuse or accept', oneOf('refuse', 'accept')],
} as const satisfies Record<string, readonly [string, z.ZodType]>

type OutsideValues = {
  [N in keyof typeof OUTSIDE_RULES]?: z.output<(typeof OUTSIDE_RULES)[N][1]> | undefined
}

export const outsideOf = (values: OutsideValues) => ({
  /** undefined: nothing is traced, and nothing of it is loaded */
  otlp:
    values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? undefined
      : {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          service: values.OTEL_SERVICE_NAME ?? 'amanat',
          share: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
        },
  /** undefined: no browser is told of notices */
  vapidKey: values.VAPID_PRIVATE_KEY,
  /** undefined: errors stand in the log alone */
  sentry: values.SENTRY_DSN,
  /** undefined: nobody looks for viruses */
  scanner:
    values.CLAMD_URL === undefined
      ? undefined
      : { target: values.CLAMD_URL, whenAway: values.CLAMD_AWAY ?? ('refuse' as const) },
})
