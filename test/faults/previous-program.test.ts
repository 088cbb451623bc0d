// During an upgrade servers of the release before go on, and may be started again, on a schema that has more than they know.
// What only adds is put on top of this program's schema, and deals are made, paid and released on it: by this program, and
// in full also by the one before it, from the repository's history or from an archive of a release.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { type Migration, migrate, readMigrations } from '#server/db/migrate.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { Client } from './support/client.ts'
import { fault, isFull } from './support/fault.ts'
import { Load } from './support/load.ts'
import { findPrevious, startPrevious } from './support/previous.ts'
import { freePort, killAll, startServer } from './support/program.ts'

let db: FreshDatabase
let folder: string
beforeEach(async () => {
  db = await freshDatabase()
  folder = mkdtempSync('/tmp/amanat-fault-')
})
afterEach(async () => {
  killAll()
  await db.drop()
  rmSync(folder, { recursive: true, force: true })
})

const PAIRS = 4
/** Of each start: some whole deals, of six steps each. */
const STEPS = 36
const next: Migration = {
  name: '999-next.additive.sql',
  text: readFileSync('test/fixtures/migrations/999-next.additive.sql', 'utf8'),
  sha256: 'of a release that is not there yet',
}
const migrateFurther = () => migrate(db.url, { migrations: [...readMigrations(), next] })

async function untilDone(load: Load, steps: number): Promise<void> {
  const wanted = load.acknowledged.length + steps
  while (load.acknowledged.length < wanted) await sleep(20)
}

/** A call may have to be asked again, with 503; an error of the program is a loss. */
const tallyOf = async (load: Load, note: string) => {
  const verdict = await load.judge(db.url)
  const codes = [...load.errors].map(([code, count]) => `, ${count} × ${code}`).join('')
  const lost = verdict.lost + (load.errors.get('500') ?? 0)
  return { acknowledged: load.acknowledged.length, ...verdict, lost, note: `${note}${codes}` }
}

fault('additive-migration', { short: 1, full: 5 }, async ({ rounds }) => {
  const port = await freePort()
  const settings = { port, databaseUrl: db.url, dataDir: folder, env: { MIGRATE: '0' } }
  const client = new Client(port, 16)
  const load = new Load(client)
  let server = await startServer(settings)
  await load.begin(PAIRS)
  await untilDone(load, STEPS)
  await migrateFurther()
  for (let round = 0; round < rounds; round++) {
    await untilDone(load, STEPS)
    await load.finish()
    await server.signal('SIGTERM')
    server = await startServer(settings)
    load.go()
  }
  await untilDone(load, STEPS)
  await load.finish()
  client.close()
  await server.signal('SIGTERM')
  return { rounds, ...(await tallyOf(load, 'migrated further under load, then started again')) }
})

const previous = isFull
  ? findPrevious(process.env.FAULTS_PREVIOUS)
  : 'of the history: npm run faults -- previous-program'
const unless = typeof previous === 'string' && previous

fault('previous-program', { short: 1, full: 1, unless }, async ({ rounds }) => {
  if (typeof previous === 'string') throw new Error(previous)
  await migrateFurther()
  const port = await freePort()
  const server = await startPrevious(previous, { folder, port, databaseUrl: db.url })
  const client = new Client(port, 16)
  const load = new Load(client)
  await load.begin(PAIRS)
  await untilDone(load, 5 * STEPS)
  await load.finish()
  client.close()
  await server.signal('SIGTERM')
  const note = `${previous.from.slice(0, 7)} on what may be added to this schema`
  return { rounds, ...(await tallyOf(load, note)) }
})
