/** The process: configuration, database, the application, jobs, signals. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFieldLimits } from '#core/field-limits.ts'
import { buildApp } from './app.ts'
import { readBankAccounts } from './config/bank-accounts-file.ts'
import { type Config, readConfig, readEnvironment, SETTING_NAMES } from './config/config.ts'
import { readOperatorContent } from './config/operator-content.ts'
import { mistakenNames } from './config/setting-names.ts'
import { type OpenDatabase, openDatabase } from './db/database.ts'
import { createListener } from './db/listen.ts'
import { oldestCommitMs } from './db/open-commits.ts'
import { openFiles } from './files/open-files.ts'
import { openLive } from './http/live/live.ts'
import { openSite, siteSettingsFrom } from './http/site/open-site.ts'
import { holdPort } from './http/starting.ts'
import { guardClock } from './jobs/clock-guard.ts'
import type { JobContext } from './jobs/job-context.ts'
import { followPolicy } from './jobs/policy.ts'
import { startSafeguards } from './jobs/safeguards.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { ConfigError, exitWithError, OperatorError } from './lib/operator-error.ts'
import { ensureFolder } from './lib/paths.ts'
import { type Log, openLog } from './log.ts'
import { setCompanyProfile } from './mail/company-profile.ts'
import { outboxTransport, smtpTransport } from './mail/transport.ts'
import { watchNewest } from './postgres/backup/open-place.ts'
import { claimOldNames } from './services/account/business-name.ts'
import { alarms } from './services/circuit-breaker.ts'
import type { AppSettings } from './services/context.ts'
import { seed } from './services/demo/seed.ts'
import { LivePolicy, recordFilePolicy } from './services/policies/current-policy.ts'
import { sealStoredSecrets } from './services/sealed-secrets.ts'
import { openConfiguredAccounts } from './services/statements/accounts.ts'
import { createCodeSenders, createRails, refuseGuessableAdmin, settingsFrom } from './settings.ts'

/** A system error during the start, such as a taken port, comes from a setting that the operator can change. */
function toOperatorError(error: unknown): unknown {
  if (error instanceof OperatorError) return error
  const { code, syscall, port, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return new ConfigError(`Port ${port} is taken: stop what uses it, or set PORT to another.`)
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return new ConfigError(`The server cannot listen at HOST and PORT: ${message}.`)
  return code && syscall ? new ConfigError(`DATA_DIR cannot be used: ${message}`) : error
}

/** In `npm run dev` Vite serves the pages, and this process serves the API only. */
const hasPages = !process.argv.includes('--no-pages')

/** With more, the start seems to hang on a large ledger; with less, a small one is not verified before the first request. */
const LEDGER_CHECK_WAIT_MS = 3_000

/** Its reads, and what the probes and the metrics tell of it. */
const figuresOf = ({ pool, isAlive, reads, replicaLagMs }: OpenDatabase) => ({
  reads,
  replicaLagMs,
  isReady: isAlive,
  poolUse: () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: pool.options.max,
  }),
  oldestCommitMs,
})

function jobsOf(config: Config, context: Omit<JobContext, 'mail'>): () => Promise<void> {
  if (config.role === 'web') return async () => {}
  const mail = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom ?? 'no-reply@localhost')
    : outboxTransport(join(config.dataDir, 'outbox'))
  return startJobs({ ...context, mail })
}

const watchBackups = (config: Config, log: Log) =>
  watchNewest(config, {
    onFailure: (reason) => log.warn({ reason }, 'the place of the backups does not answer'),
  })

/** Before the application is built, which is traced from its first line. */
const traced = async ({ otlp }: Config, log: Log): Promise<() => Promise<void>> =>
  otlp ? (await import('./telemetry/otlp.ts')).startTelemetry(otlp, log) : async () => {}

async function start(config: Config): Promise<() => Promise<void>> {
  const log = openLog(config)
  const endTraces = await traced(config, log)
  for (const line of [...mistakenNames(readEnvironment(), SETTING_NAMES), ...config.gaps]) log.warn(line)
  const freePort = await holdPort(config)
  const content = readOperatorContent(config.contentDir)
  setCompanyProfile(content.site, config.custody)
  setFieldLimits(content.limits)
  const livePolicy = new LivePolicy(content.policy)
  const settings: AppSettings = {
    ...settingsFrom(config, content),
    get policy() {
      return livePolicy.current
    },
  }
  const accounts = config.bankAccountsFile ? readBankAccounts(config.bankAccountsFile) : []
  const hasCalls = config.role !== 'jobs'
  const rendering = hasPages && hasCalls ? openSite(config.dataDir, siteSettingsFrom(config, content)) : null
  // awaited below, so that PostgreSQL starts at the same time: a failure until then must not end the process before the stop
  rendering?.catch(() => undefined)
  const database = await openDatabase(config, log)
  try {
    const { runInTransaction, reads, hasDiskSpace } = database
    const { rateLimitFactor } = config
    await sealStoredSecrets(runInTransaction, settings)
    await recordFilePolicy(runInTransaction, content.policy)
    await openConfiguredAccounts(runInTransaction, { settings, accounts })
    const { rails, sandbox } = await createRails(config, content, runInTransaction)
    const safeguards = startSafeguards({ runInTransaction, reads, log, hasDiskSpace }, config.syncStandbys)
    // A small ledger is verified by then. A large one is verified while reads are served.
    await Promise.race([safeguards.ledgerVerified, sleep(LEDGER_CHECK_WAIT_MS)])
    // before anybody acts and anything is paid: what had to be done while no server ran may still be done
    await guardClock({ runInTransaction, log })()
    const logins = await seed({ runInTransaction, settings, rails, config })
    const lookAlikes = await claimOldNames(runInTransaction)
    if (lookAlikes > 0) log.warn({ count: lookAlikes }, 'businesses have a name that looks like an older one')
    const site = await rendering
    const policies = await followPolicy({ runInTransaction, livePolicy, site, log })
    const url = new URL(config.publicUrl)
    const files = await openFiles(config, log)
    const app = await buildApp({
      runInTransaction,
      settings,
      rails,
      sandbox,
      codeSenders: createCodeSenders(config, runInTransaction),
      files,
      live: openLive(createListener(database.pool), log),
      log,
      rateLimitFactor,
      trustedProxies: config.trustedProxies,
      metricsToken: config.metricsToken,
      hosts: [url.host, ...config.allowedHosts],
      newestBackupAt: watchBackups(config, log),
      hasCalls,
      hasApiDocs: config.hasApiDocs && hasCalls,
      logAccess: config.logAccess,
      ...figuresOf(database),
      site,
    })
    await freePort()
    const address = await app.listen({ host: config.host, port: config.port })
    const stopJobs = jobsOf(config, {
      ...{ runInTransaction, reads, settings, rails, log, hasDiskSpace, rateLimitFactor },
      store: files.store,
    })
    console.log(`\nAmanat is ready at ${address}\n${logins}`)
    for (const { words } of alarms()) console.log(`${words}.`)
    return async () => {
      await app.drain(config.stopDelayMs)
      await app.close()
      await stopJobs()
      await policies.stop()
      await safeguards.stop()
      await database.stop()
      await endTraces()
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** From the first moment: a process that is ended in the middle of its start would leave the built-in PostgreSQL behind. */
function onSignal(starting: Promise<() => Promise<void>>): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      starting
        .then((stop) => stop())
        .then(
          () => process.exit(0),
          (error) => exitWithError(toOperatorError(error)),
        )
    })
}

try {
  const config = readConfig()
  await refuseGuessableAdmin(config)
  ensureFolder(config.dataDir)
  const starting = start(config)
  onSignal(starting)
  await starting
} catch (error) {
  exitWithError(toOperatorError(error))
}
