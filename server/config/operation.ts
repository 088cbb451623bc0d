/** Settings of how the server is run, beside those of what it does. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { type S3Location, s3Location } from '#server/files/s3-url.ts'
import { databaseUrl } from './database-url.ts'
import { hostNames, networks, oneOf, wholeNumber, yesNo } from './fields.ts'

/** Of a file that age-keygen wrote, which has remarks too. */
const ageKeys = (form: RegExp) =>
  z
    .string()
    .transform((text) =>
      text
        .replace(/^#.*$/gm, '')
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .refine((keys) => keys.length > 0 && keys.every((key) => form.test(key)))

export const OPERATION_RULES = {
  ROLE: ['all, web or jobs', oneOf('all', 'web', 'jobs')],
  MIGRATE: ['0 or 1', yesNo],
  MIGRATE_URL: ['postgresql://owner:password@host:port/database', databaseUrl],
  ALLOWED_HOSTS: ['hosts that requests may name, such as amanat.internal:3000, 10.1.2.3:3000', hostNames],
  API_DOCS: ['0 or 1', yesNo],
  LOG_ACCESS: ['0 or 1', yesNo],
  BACKUP_DIR: ['a folder', z.string()],
  BACKUP_URL: ['s3://key:secret@host/bucket/folder?region=name', s3Location],
  BACKUP_KEEP_DAYS: ['a whole number from 1 to 3650', wholeNumber(1, 3_650)],
  BACKUP_RECIPIENTS: ['public keys of age, age1…', ageKeys(/^age1[0-9a-z]{50,}$/)],
  BACKUP_KEY: ['a secret key of age, AGE-SECRET-KEY-1…', ageKeys(/^AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{50,}$/)],
  READ_URL: ['postgresql://user:password@replica:port/database', databaseUrl],
  READ_MAX_LAG_MS: ['a whole number from 100 to 600000', wholeNumber(100, 600_000)],
  DRILL_URL: ['postgresql://owner:password@host:port/database', databaseUrl],
  SYNC_STANDBYS: ['a whole number from 0 to 20', wholeNumber(0, 20)],
  WEBHOOK_ALLOW: ['addresses or networks, such as 127.0.0.1', networks],
  DATABASE_CONNECTIONS: ['a whole number from 4 to 100', wholeNumber(4, 100)],
  DATABASE_TIMEOUT_MS: ['a whole number from 100 to 10000', wholeNumber(100, 10_000)],
  STOP_DELAY_MS: ['a whole number from 0 to 30000', wholeNumber(0, 30_000)],
} as const satisfies Record<string, readonly [string, z.ZodType]>

interface OperationValues {
  readonly NODE_ENV?: string | undefined
  readonly ROLE?: 'all' | 'web' | 'jobs' | undefined
  readonly MIGRATE?: boolean | undefined
  readonly ALLOWED_HOSTS?: readonly string[] | undefined
  readonly API_DOCS?: boolean | undefined
  readonly LOG_ACCESS?: boolean | undefined
  readonly BACKUP_DIR?: string | undefined
  readonly BACKUP_URL?: S3Location | undefined
  readonly BACKUP_KEEP_DAYS?: number | undefined
  readonly BACKUP_RECIPIENTS?: string[] | undefined
  readonly BACKUP_KEY?: string[] | undefined
  readonly READ_URL?: string | undefined
  readonly READ_MAX_LAG_MS?: number | undefined
  readonly DRILL_URL?: string | undefined
  readonly SYNC_STANDBYS?: number | undefined
  readonly WEBHOOK_ALLOW?: readonly string[] | undefined
  readonly DATABASE_CONNECTIONS?: number | undefined
  readonly DATABASE_TIMEOUT_MS?: number | undefined
  readonly STOP_DELAY_MS?: number | undefined
}

export const operationOf = (values: OperationValues) => ({
  /** web: no background work; jobs: nothing but it, and the probes. */
  role: values.ROLE ?? 'all',
  /** Whether a start brings the database up to this program; with false it must be already. */
  migrate: values.MIGRATE ?? true,
  /** Beside the host of PUBLIC_URL and the address of the socket. */
  allowedHosts: values.ALLOWED_HOSTS ?? [],
  /** /api/docs and /api/openapi.json */
  hasApiDocs: values.API_DOCS ?? values.NODE_ENV !== 'production',
  /** One line a request in the log. */
  logAccess: values.LOG_ACCESS ?? false,
  /** Where `npm run backup` writes by itself, and whose newest one the metrics tell the time of. */
  backupDir: values.BACKUP_DIR === undefined ? undefined : resolve(values.BACKUP_DIR),
  /** The same in an S3-compatible store. */
  backupUrl: values.BACKUP_URL,
  /** undefined: none is deleted */
  backupKeepDays: values.BACKUP_KEEP_DAYS,
  /** whom backups are encrypted for; nobody: they are not */
  backupRecipients: values.BACKUP_RECIPIENTS ?? [],
  /** what opens them, for a restore and a drill alone */
  backupKeys: values.BACKUP_KEY ?? [],
  /** a streaming replica, for reads of what may be a little old */
  readUrl: values.READ_URL,
  /** older than this it is not read: what a person does not notice in a list */
  readMaxLagMs: values.READ_MAX_LAG_MS ?? 5_000,
  /** an empty database for `npm run drill`; undefined: the built-in PostgreSQL in a temporary folder */
  drillUrl: values.DRILL_URL,
  /** How many synchronous standbys there should be; 0: nobody looks. */
  syncStandbys: values.SYNC_STANDBYS ?? 0,
  /** Closed addresses that webhooks may go to all the same, for tests. */
  webhookAllow: values.WEBHOOK_ALLOW ?? [],
  /** Of this process for requests and jobs; undefined: as many as the machine's cores suggest. */
  databaseConnections: values.DATABASE_CONNECTIONS,
  /** A database that answers later counts as lost. */
  databaseTimeoutMs: values.DATABASE_TIMEOUT_MS ?? 600,
  /** How long a server that was told to stop goes on serving, not ready, so that its proxy sends no more to it. */
  stopDelayMs: values.STOP_DELAY_MS ?? 0,
})
