/** The process: configuration, database, the application, jobs, signals. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { makeFolder } from './data-dir.ts'
import { type OpenDatabase, openDatabase } from './db/database.ts'
import { listenOver } from './db/listen.ts'
import { openPool } from './db/pool.ts'
import { openFiles } from './files/open-files.ts'
import { houseOf, railsOf } from './house.ts'
import { openLive } from './http/live/live.ts'
import { runJobs } from './jobs/run.ts'
import { watchFooting, watchWork } from './jobs/watch.ts'
import { openLog } from './log.ts'
import { outboxTransport, smtpTransport } from './mail/transport.ts'
import { packageRoot } from './package-root.ts'
import { alarms } from './services/alarms.ts'
import { seed } from './services/demo/seed.ts'

/** One clear line, exit 1: for whatever a person can mend by a setting. */
export function giveUp(error: unknown): never {
  const isKnown = error instanceof ConfigError || /Trouble$/.test((error as Error).name)
  const code = (error as { code?: string }).code
  const port = (error as { port?: number }).port
  if (code === 'EADDRINUSE')
    console.error(`Port ${port} is taken: stop what uses it, or set PORT to another.`)
  else if (code && 'syscall' in (error as object))
    console.error(`DATA_DIR cannot be used: ${(error as Error).message}`)
  else console.error(isKnown ? (error as Error).message : error)
  process.exit(1)
}

/** Longer, and a start on large books seems to hang; shorter, and small ones are open a moment too late. */
const LONGEST_WAIT_MS = 3_000

const poolUse = (pool: OpenDatabase['pool']) => ({
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  max: pool.options.max,
})

async function start(config: Config): Promise<() => Promise<void>> {
  const log = openLog(config)
  const database = await openDatabase(config, log)
  try {
    const { transact } = database
    const house = houseOf(config)
    const { rails, sandbox } = await railsOf(config, transact)
    const url = new URL(config.publicUrl)
    const app = await buildApp({
      transact,
      house,
      rails,
      sandbox,
      files: await openFiles(config),
      live: openLive(listenOver(database.pool), log),
      log,
      rateLimitFactor: config.rateLimitFactor,
      trustedProxies: config.trustedProxies,
      hosts: [url.host],
      isReady: database.isAlive,
      poolUse: () => poolUse(database.pool),
      siteDir: join(packageRoot, 'build', 'client'),
    })
    const watched = { transact, house, log, hasRoom: database.hasRoom }
    const footing = watchFooting(watched)
    // Small books are checked by then. Large ones are checked while reads are served already.
    await Promise.race([footing.booksChecked, sleep(LONGEST_WAIT_MS)])
    const logins = await seed({ transact, house, config })
    const address = await app.listen({ host: config.host, port: config.port })
    const mail = config.smtpUrl
      ? smtpTransport(config.smtpUrl, config.mailFrom ?? 'no-reply@localhost')
      : outboxTransport(join(config.dataDir, 'outbox'))
    const jobsPool = openPool({ url: database.ownerUrl, log, role: null, max: 6 })
    const stopJobs = await runJobs({ transact, house, rails, mail, log }, jobsPool)
    const stopWork = watchWork(watched)
    console.log(`\nAmanat is ready at ${address}\n${logins}`)
    for (const { words } of alarms()) console.log(`${words}.`)
    return async () => {
      await app.drain()
      await app.close()
      await stopWork()
      await footing.stop()
      await stopJobs()
      await jobsPool.end()
      await database.stop()
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

function onSignal(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      stop().then(
        () => process.exit(0),
        (error) => giveUp(error),
      )
    })
}

try {
  const config = readConfig()
  makeFolder(config.dataDir)
  onSignal(await start(config))
} catch (error) {
  giveUp(error)
}
