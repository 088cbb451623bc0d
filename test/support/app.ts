/** The whole application over a database of its own, spoken to as a client would. Jobs run when the test says so. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { buildApp } from '#server/app.ts'
import { readTaxSettings } from '#server/config/operator-content.ts'
import { createListener } from '#server/db/listen.ts'
import { oldestCommitMs } from '#server/db/open-commits.ts'
import { readsOf } from '#server/db/transaction.ts'
import type { Files } from '#server/files/copies.ts'
import { openFiles } from '#server/files/open-files.ts'
import { openLive } from '#server/http/live/live.ts'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Rail } from '#server/rails/rail.ts'
import { SandboxRail } from '#server/rails/sandbox/sandbox.ts'
import type { AppSettings } from '#server/services/context.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { testLog } from './logs.ts'
import { requireDocumented } from './openapi/documented.ts'

export const HOST = 'amanat.test'

export const testSettings: AppSettings = {
  policy: DEFAULT_POLICY,
  publicUrl: `http://${HOST}`,
  provider: 'sandbox',
  providers: ['sandbox'],
  hasSandbox: true,
  chatUrl: null,
  samples: [],
  passwords: 'by rule',
  verification: 'off',
  dataKey: null,
  secondFactor: 'offered',
  webhookAllow: [],
  push: null,
  whatsapp: null,
  sandboxEmails: 'all',
  custody: null,
  tax: readTaxSettings(),
}

export interface Reply<T> {
  readonly status: number
  readonly body: T
  readonly headers: Record<string, unknown>
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly db: FreshDatabase
  readonly files: Files
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call<T = any>(method: string, url: string, options?: CallOptions): Promise<Reply<T>>
  /** Every payout that is due. */
  runJobs(): Promise<void>
  advance(span: string): Promise<number>
  /** As the owner of the tables: what a test prepares or looks up beside the program. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of every shape
  query(text: string, values?: unknown[]): Promise<any[]>
  /** Rows of verify(): none when the books are sound. */
  verify(): Promise<unknown[]>
  stop(): Promise<void>
}
interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export interface TestAppOptions extends Partial<Parameters<typeof buildApp>[0]> {
  /** Instead of the sandbox's. */
  readonly payoutRails?: readonly Rail[]
  readonly jobLog?: Log
}

export async function startApp({
  payoutRails,
  jobLog = testLog,
  ...over
}: TestAppOptions = {}): Promise<TestApp> {
  const db = await freshDatabase({ max: 20 })
  const dataDir = await mkdtemp(join(tmpdir(), 'amanat-data-'))
  const files = await openFiles({ dataDir, filesUrl: undefined }, testLog)
  const rail = new SandboxRail('test-secret')
  const rails = new Map([[rail.name, rail]])
  const app = await buildApp({
    runInTransaction: db.runInTransaction,
    reads: readsOf(db.runInTransaction),
    settings: testSettings,
    rails,
    sandbox: rail,
    codeSenders: [],
    files,
    live: openLive(createListener(db.pool), testLog),
    log: testLog,
    rateLimitFactor: 1000,
    trustedProxies: [],
    metricsToken: null,
    hosts: [HOST],
    isReady: () => true,
    poolUse: () => ({ total: 0, idle: 0, waiting: 0, max: 20 }),
    oldestCommitMs,
    replicaLagMs: () => null,
    site: null,
    ...over,
  })
  const call: TestApp['call'] = async (method, url, { token, body, headers } = {}) => {
    const response = await app.inject({
      method: method as InjectOptions['method'],
      url,
      headers: {
        host: HOST,
        accept: 'application/json',
        ...(token ? { authorization: `Token ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const text = response.body
    const reply = {
      status: response.statusCode,
      body: text === '' ? undefined : tryJson(text),
      headers: response.headers,
    }
    requireDocumented(method, url, reply, body)
    return reply
  }
  const payouts = payoutQueue({
    runInTransaction: db.runInTransaction,
    settings: over.settings ?? testSettings,
    rails: payoutRails ? new Map(payoutRails.map((each) => [each.name, each])) : rails,
  })
  const query: TestApp['query'] = async (text, values = []) => (await db.ownerPool.query(text, values)).rows
  return {
    app,
    db,
    files,
    call,
    query,
    runJobs: async () => {
      // a provider that is left alone may be asked again, as if that wait were over
      await db.ownerPool.query(
        'update provider_outage set probe_at = clock_timestamp() where probe_at is not null',
      )
      while ((await runBatch(payouts, jobLog)).claimed > 0);
    },
    advance: async (span) => {
      const { status, body } = await call('POST', '/api/sandbox/clock', { body: { advance: span } })
      if (status !== 200) throw new Error(`the clock said ${status}`)
      return body.fired
    },
    verify: () => query('select * from verify()'),
    stop: async () => {
      await app.close()
      await db.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever came
function tryJson(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * An application that is there for a file of tests, or anew for each test, and is stopped after it. What the file
 * prepares on it goes into a beforeAll or beforeEach of its own below.
 */
export function useApp(options: TestAppOptions = {}, lifetime: 'file' | 'test' = 'file'): TestApp {
  let current: TestApp
  const [before, after] = lifetime === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  before(async () => {
    current = await startApp(options)
  })
  after(() => current.stop())
  return {
    get app() {
      return current.app
    },
    get db() {
      return current.db
    },
    get files() {
      return current.files
    },
    call: (...args) => current.call(...args),
    query: (...args) => current.query(...args),
    runJobs: () => current.runJobs(),
    advance: (span) => current.advance(span),
    verify: () => current.verify(),
    stop: () => current.stop(),
  }
}
