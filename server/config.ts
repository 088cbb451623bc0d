// The only reader of the environment. A bad value stops the start with one line that names it.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { emailField, passwordField, phoneField } from '../core/fields.ts'
import { readS3Url } from './files/s3-url.ts'

export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Record<string, string | undefined>

const urlOf = (...schemes: string[]) =>
  z.string().refine((text) => {
    try {
      return schemes.includes(new URL(text).protocol)
    } catch {
      return false
    }
  })
const oneOf = <T extends string>(...values: [T, ...T[]]) => z.enum(values)
const yesNo = oneOf('0', '1').transform((text) => text === '1')
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max))
const text = z.string()

/** `10.0.0.5` or `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
const networks = z
  .string()
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every(isNetwork))

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Each variable: what it must be, in words for the one line, and how it is read. */
const RULES = {
  NODE_ENV: ['a word', text],
  PORT: ['a whole number from 0 to 65535', wholeNumber(0, 65_535)],
  HOST: ['a host name or an address', z.string().regex(/^[\w.:-]+$/)],
  TRUSTED_PROXIES: ['addresses or networks, such as 10.0.0.5, 10.1.0.0/16', networks],
  DATABASE_URL: ['postgresql://user:password@host:port/database', urlOf('postgresql:', 'postgres:')],
  DATA_DIR: ['a folder', text],
  PUBLIC_URL: [
    'an http or https address',
    urlOf('http:', 'https:').transform((url) => url.replace(/\/+$/, '')),
  ],
  PAYMENTS: ['sandbox, upi or razorpay', oneOf('sandbox', 'upi', 'razorpay')],
  ALLOW_SANDBOX: ['0 or 1', yesNo],
  RATE_LIMIT_FACTOR: [
    'a number from 0.01 to 1000000',
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number)
      .pipe(z.number().min(0.01).max(1e6)),
  ],
  SMTP_URL: ['smtp:// or smtps://', urlOf('smtp:', 'smtps:')],
  MAIL_FROM: ['an email address', emailField],
  ADMIN_PHONE: ['a 10-digit mobile number', phoneField],
  ADMIN_EMAIL: ['an email address', emailField],
  ADMIN_PASSWORD: ['a password that the sign-up form would take', passwordField],
  DEMO: ['0 or 1', yesNo],
  CHAT_URL: ['an https address', urlOf('http:', 'https:')],
  FILES_URL: [
    's3://key:secret@host/bucket?region=name',
    z.string().transform((text, context) => {
      const place = readS3Url(text)
      if (!place) context.addIssue({ code: 'custom', message: 'not a store' })
      return place ?? z.NEVER
    }),
  ],
  UPI_ID: ['a UPI id such as name@bank', z.string().regex(/^[\w.-]{2,}@[a-zA-Z]{2,}$/)],
  UPI_NAME: ['a name', text],
  RAZORPAY_KEY_ID: ['the key id', text],
  RAZORPAY_KEY_SECRET: ['the key secret', text],
  RAZORPAY_WEBHOOK_SECRET: ['the secret of the webhook', text],
  LOG_LEVEL: [LOG_LEVELS.join(', '), oneOf(...LOG_LEVELS)],
} as const satisfies Record<string, readonly [string, z.ZodType]>

type Name = keyof typeof RULES
type Values = { [N in Name]?: z.output<(typeof RULES)[N][1]> }

const SECRET = /URL|PASSWORD|SECRET|KEY/

function read<N extends Name>(env: Environment, name: N): Values[N] {
  const value = env[name]?.trim()
  if (!value) return undefined
  const [what, schema] = RULES[name]
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data as Values[N]
  throw new ConfigError(`${name} must be ${what}${SECRET.test(name) ? '' : `, and is "${value}"`}.`)
}

function readAll(env: Environment): Values {
  const names = Object.keys(RULES) as Name[]
  return Object.fromEntries(names.map((name) => [name, read(env, name)]))
}

/** All of them or none; `because` tells when none will not do. */
function together<N extends Name>(
  values: Values,
  names: N[],
  because?: string,
): { [K in N]: NonNullable<Values[K]> } | undefined {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === 0) return values as { [K in N]: NonNullable<Values[K]> }
  if (missing.length === names.length && !because) return undefined
  throw new ConfigError(
    `${missing.join(', ')} must be set${because ? ` with ${because}` : `: ${names.join(', ')} go together`}.`,
  )
}

function refuseContradictions(values: Values, payments: string): void {
  if (payments === 'sandbox' && values.NODE_ENV === 'production' && !values.ALLOW_SANDBOX)
    throw new ConfigError(
      'PAYMENTS=sandbox plays with pretended money and NODE_ENV is production: set PAYMENTS to upi or razorpay, or ALLOW_SANDBOX=1.',
    )
  if ((values.RATE_LIMIT_FACTOR ?? 1) > 1 && payments !== 'sandbox')
    throw new ConfigError('RATE_LIMIT_FACTOR may be above 1 with PAYMENTS=sandbox only.')
}

function publicUrlAt(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function adminOf(values: Values) {
  const set = together(values, ['ADMIN_PHONE', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'])
  return set && { phone: set.ADMIN_PHONE, email: set.ADMIN_EMAIL, password: set.ADMIN_PASSWORD }
}

function upiOf(values: Values, payments: string) {
  if (payments !== 'upi') return undefined
  const set = together(values, ['UPI_ID', 'UPI_NAME'], 'PAYMENTS=upi')
  return set && { id: set.UPI_ID, name: set.UPI_NAME }
}

function razorpayOf(values: Values, payments: string) {
  if (payments !== 'razorpay') return undefined
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const
  const set = together(values, [...names], 'PAYMENTS=razorpay')
  return (
    set && {
      keyId: set.RAZORPAY_KEY_ID,
      keySecret: set.RAZORPAY_KEY_SECRET,
      webhookSecret: set.RAZORPAY_WEBHOOK_SECRET,
    }
  )
}

export function readConfig(env: Environment = process.env) {
  const values = readAll(env)
  const host = values.HOST ?? '127.0.0.1'
  const port = values.PORT ?? 3000
  const payments = values.PAYMENTS ?? 'sandbox'
  refuseContradictions(values, payments)
  return {
    host,
    port,
    /** undefined: the built-in PostgreSQL, in dataDir */
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR ?? 'data'),
    publicUrl: values.PUBLIC_URL ?? publicUrlAt(host, port),
    payments,
    upi: upiOf(values, payments),
    razorpay: razorpayOf(values, payments),
    /** Of these alone it is believed whom they speak for (X-Forwarded-For). */
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    rateLimitFactor: values.RATE_LIMIT_FACTOR ?? 1,
    /** undefined: mails are kept in dataDir/outbox */
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    admin: adminOf(values),
    /** undefined: yes in the sandbox, when the database is empty */
    demo: values.DEMO,
    chatUrl: values.CHAT_URL,
    /** undefined: files are kept in dataDir/files */
    filesUrl: values.FILES_URL,
    isProduction: values.NODE_ENV === 'production',
    logLevel: values.LOG_LEVEL ?? 'info',
    logPretty: process.stdout.isTTY === true,
  }
}

export type Config = ReturnType<typeof readConfig>
