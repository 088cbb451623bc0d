/** The only reader of the environment. A bad value stops the start with one line that names it. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { emailField, passwordField, phoneField } from '#core/fields.ts'
import { s3Location } from '#server/files/s3-url.ts'
import { ConfigError, reasonOf } from '#server/lib/operator-error.ts'
import { packageRoot } from '#server/lib/paths.ts'
import { databaseUrl } from './database-url.ts'
import { keyField, networks, oneOf, together, urlOf, wholeNumber, yesNo } from './fields.ts'
import { OPERATION_RULES, operationOf } from './operation.ts'
import { defaultContentDir } from './operator-content.ts'
import { otpOf, whatsAppNoticesOf } from './otp.ts'
import { OUTSIDE_RULES, outsideOf } from './outside.ts'
import { PAYMENT_RULES, type PaymentConfig, paymentsOf } from './payments.ts'
import { type Environment, mistakenNames, withSecretFiles } from './setting-names.ts'

const text = z.string()
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Each variable: what it must be, in the words of the error message, and its schema. */
const RULES = {
  NODE_ENV: ['a word', text],
  PORT: ['a whole number from 0 to 65535', wholeNumber(0, 65_535)],
  HOST: ['a host name or an address', z.string().regex(/^[\w.:-]+$/)],
  TRUSTED_PROXIES: ['addresses or networks, such as 10.0.0.5, 10.1.0.0/16', networks],
  DATABASE_URL: ['postgresql://user:password@host:port/database', databaseUrl],
  DATA_DIR: ['a folder', text],
  CONTENT_DIR: ['a folder', text],
  PUBLIC_URL: [
    'an http or https address',
    urlOf('http:', 'https:').transform((url) => url.replace(/\/+$/, '')),
  ],
  OTP: [
    'off, sandbox, or a list of msg91, whatsapp and twilio in order of preference',
    z
      .string()
      .transform((list) =>
        list
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      )
      .pipe(z.array(z.enum(['off', 'sandbox', 'msg91', 'whatsapp', 'twilio'])))
      .refine((list) => list.length > 0 && new Set(list).size === list.length)
      .refine((list) => list.length === 1 || !list.some((name) => name === 'off' || name === 'sandbox')),
  ],
  MSG91_AUTH_KEY: ['the authkey of MSG91', text],
  MSG91_TEMPLATE_ID: ['the id of a template that is registered with DLT', text],
  MSG91_VARIABLE: ['the name of the variable that is the code', z.string().regex(/^\w{1,40}$/)],
  WHATSAPP_TOKEN: ['the access token of WhatsApp', text],
  WHATSAPP_PHONE_NUMBER_ID: ['the id of the sending number', z.string().regex(/^\d+$/)],
  WHATSAPP_TEMPLATE: ['the name of an authentication template', z.string().regex(/^\w+$/)],
  WHATSAPP_NOTICE_TEMPLATE: ['the name of a utility template', z.string().regex(/^\w+$/)],
  WHATSAPP_NOTICE_LANGUAGES: [
    'languages of the template such as en,hi',
    z
      .string()
      .regex(/^[a-z]{2,3}(_[A-Z]{2})?(,[a-z]{2,3}(_[A-Z]{2})?)*$/)
      .transform((text) => text.split(',')),
  ],
  WHATSAPP_VERSION: ['a version of the Graph API such as v23.0', z.string().regex(/^v\d+\.\d+$/)],
  TWILIO_ACCOUNT_SID: ['the account SID', text],
  TWILIO_AUTH_TOKEN: ['the auth token', text],
  TWILIO_SERVICE_SID: ['the SID of a Verify service', z.string().regex(/^VA\w+$/)],
  ...PAYMENT_RULES,
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
  CHAT_URL: ['an http or https address', urlOf('http:', 'https:')],
  FILES_URL: ['s3://key:secret@host/bucket?region=name', s3Location],
  METRICS_TOKEN: ['16 to 200 characters without blanks', z.string().regex(/^\S{16,200}$/)],
  DATA_KEY: ['32 random bytes in base64, as of: openssl rand -base64 32', keyField],
  LOG_LEVEL: [LOG_LEVELS.join(', '), oneOf(...LOG_LEVELS)],
  ...OPERATION_RULES,
  ...OUTSIDE_RULES,
} as const satisfies Record<string, readonly [string, z.ZodType]>

type Name = keyof typeof RULES
type ConfigValues = { [N in Name]?: z.output<(typeof RULES)[N][1]> }

const SECRET_NAME = /URL|PASSWORD|SECRET|KEY|TOKEN|DSN|HEADERS/
/** Each of these may be given as the path of a file instead, with _FILE at the end of its name. */
const SECRETS = (Object.keys(RULES) as Name[]).filter((name) => SECRET_NAME.test(name))

/** Every name that the environment may have. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(RULES),
  ...SECRETS.map((name) => `${name}_FILE`),
  'ENV_FILE',
]

function read<N extends Name>(env: Environment, name: N): ConfigValues[N] {
  const value = env[name]?.trim()
  if (!value) return undefined
  const [what, schema] = RULES[name]
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data as ConfigValues[N]
  throw new ConfigError(`${name} must be ${what}${SECRET_NAME.test(name) ? '' : `, and is "${value}"`}.`)
}

function readAll(env: Environment): ConfigValues {
  const names = Object.keys(RULES) as Name[]
  return Object.fromEntries(names.map((name) => [name, read(env, name)]))
}

function refuseContradictions(values: ConfigValues, { isTrial }: PaymentConfig): void {
  if (isTrial && values.NODE_ENV === 'production' && !values.ALLOW_SANDBOX)
    throw new ConfigError(
      'PAYMENTS=sandbox plays with pretended money and NODE_ENV is production: set PAYMENTS to upi, razorpay or cashfree, or ALLOW_SANDBOX=1.',
    )
  if (values.WEBHOOK_ALLOW && (values.NODE_ENV === 'production' || !isTrial))
    throw new ConfigError(
      'WEBHOOK_ALLOW lets webhooks reach closed addresses and is for tests: neither in production nor with real money.',
    )
  if (values.BACKUP_DIR && values.BACKUP_URL)
    throw new ConfigError('Backups go to BACKUP_DIR or to BACKUP_URL: set one of them.')
  if ((values.RATE_LIMIT_FACTOR ?? 1) > 1 && !isTrial)
    throw new ConfigError('RATE_LIMIT_FACTOR may be above 1 with PAYMENTS=sandbox only.')
}

function publicUrlAt(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function adminOf(values: ConfigValues) {
  const set = together(values, ['ADMIN_PHONE', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'])
  return set && { phone: set.ADMIN_PHONE, email: set.ADMIN_EMAIL, password: set.ADMIN_PASSWORD }
}

/** The settings of a `.env` file, under those of the environment: what is set in both is the environment's. */
export function readEnvironment(
  own: Environment = process.env,
  file = own.ENV_FILE || join(packageRoot, '.env'),
): Environment {
  if (own.ENV_FILE && !existsSync(file)) throw new ConfigError(`ENV_FILE names ${file}, which is not there.`)
  try {
    return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...own } : own
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${reasonOf(error)}.`)
  }
}

/** What production starts without, and nobody would notice until somebody waits for a mail. */
function gapsOf({ NODE_ENV, PUBLIC_URL, SMTP_URL, DATA_DIR }: ConfigValues, publicUrl: string): string[] {
  if (NODE_ENV !== 'production') return []
  const outbox = join(DATA_DIR ?? 'data', 'outbox')
  return [
    ...(PUBLIC_URL ? [] : [`PUBLIC_URL is not set: links in mails and of deals begin with ${publicUrl}`]),
    ...(SMTP_URL ? [] : [`SMTP_URL is not set: mails reach nobody and are written to ${outbox}`]),
  ]
}

export function readConfig(env: Environment = readEnvironment()) {
  const values = readAll(withSecretFiles(env, SECRETS))
  const host = values.HOST ?? '127.0.0.1'
  const port = values.PORT ?? 3000
  const payments = paymentsOf(values, values.NODE_ENV === 'production')
  refuseContradictions(values, payments)
  const publicUrl = values.PUBLIC_URL ?? publicUrlAt(host, port)
  return {
    host,
    port,
    /** undefined: the built-in PostgreSQL, in dataDir */
    databaseUrl: values.DATABASE_URL ?? values.MIGRATE_URL,
    /** of the login that migrates, backs up and restores */
    ownerUrl: values.MIGRATE_URL ?? values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR ?? 'data'),
    /** site.json, policy.json and docs of the operator */
    contentDir: values.CONTENT_DIR ? resolve(values.CONTENT_DIR) : defaultContentDir,
    publicUrl,
    gaps: gapsOf(values, publicUrl),
    ...payments,
    /** Empty: numbers and addresses are not checked. */
    otp: otpOf(values, payments),
    whatsAppNotices: whatsAppNoticesOf(values),
    /** X-Forwarded-For is trusted from these addresses alone. */
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    rateLimitFactor: values.RATE_LIMIT_FACTOR ?? 1,
    /** undefined: emails are written to dataDir/outbox */
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    admin: adminOf(values),
    /** undefined: yes in the sandbox, when the database is empty; in production only when asked for */
    demo: values.DEMO,
    chatUrl: values.CHAT_URL,
    /** undefined: files are stored in dataDir/files */
    filesUrl: values.FILES_URL,
    /** seals account numbers, seeds and keys; undefined: a key in the database, while the sandbox is among the payments */
    dataKey:
      payments.realRail && !payments.isTrial
        ? together(values, ['DATA_KEY'], `PAYMENTS=${payments.realRail}`)?.DATA_KEY
        : values.DATA_KEY,
    isProduction: values.NODE_ENV === 'production',
    /** Nobody but this machine reaches the server. */
    isLoopback: /^(localhost|127(\.\d+){3}|::1)$/.test(host),
    /** null: /metrics answers this machine alone */
    metricsToken: values.METRICS_TOKEN ?? null,
    ...operationOf(values),
    ...outsideOf(values),
    logLevel: values.LOG_LEVEL ?? 'info',
    logPretty: process.stdout.isTTY === true,
  }
}

export type Config = ReturnType<typeof readConfig>

/** For a command, which has no log: a name that the server would warn of is told on stderr, or a backup would be written unencrypted for want of a letter. */
export function readCommandConfig(): Config {
  const env = readEnvironment()
  for (const line of mistakenNames(env, SETTING_NAMES)) console.error(line)
  return readConfig(env)
}
