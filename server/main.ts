/** The process: configuration, database, the application, jobs, signals. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { openFiles } from './files/open-files.ts'
import { houseOf, railsOf } from './house.ts'
import { watchDeadlines } from './jobs/deadlines.ts'
import { runJobs } from './jobs/run.ts'
import { openLog } from './log.ts'
import { outboxTransport, smtpTransport } from './mail/transport.ts'
import { packageRoot } from './package-root.ts'
import { seed } from './services/demo/seed.ts'

/** One clear line, exit 1: for whatever a person can mend by a setting. */
export function giveUp(error: unknown): never {
  const isKnown = error instanceof ConfigError || /Trouble$/.test((error as Error).name)
  const code = (error as { code?: string }).code
  const port = (error as { port?: number }).port
  if (code === 'EADDRINUSE')
    console.error(`Port ${port} is taken: stop what uses it, or set PORT to another.`)
  else if (code === 'EACCES') console.error(`Not allowed: ${(error as Error).message}`)
  else console.error(isKnown ? (error as Error).message : error)
  process.exit(1)
}

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
      log,
      rateLimitFactor: config.rateLimitFactor,
      hosts: [url.host],
      isReady: () =>
        database.pool.query('select 1').then(
          () => true,
          () => false,
        ),
      siteDir: join(packageRoot, 'build', 'client'),
    })
    const logins = await seed({ transact, house, config })
    const address = await app.listen({ host: config.host, port: config.port })
    const mail = config.smtpUrl
      ? smtpTransport(config.smtpUrl, config.mailFrom ?? 'no-reply@localhost')
      : outboxTransport(join(config.dataDir, 'outbox'))
    const stopJobs = await runJobs({ transact, house, rails, mail, log }, database.ownerUrl)
    const stopDeadlines = watchDeadlines({ transact, house, log })
    console.log(`\nAmanat is ready at ${address}\n${logins}`)
    return async () => {
      await app.close()
      await stopDeadlines()
      await stopJobs()
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
  mkdirSync(config.dataDir, { recursive: true })
  onSignal(await start(config))
} catch (error) {
  giveUp(error)
}
