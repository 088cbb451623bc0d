// The process that migrates is killed at any moment: the next one goes on, and ends where it would have.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { bundled } from '#test/support/command.ts'
import { emptyDatabase } from '#test/support/database.ts'
import { fault } from './support/fault.ts'
import { killAll, Program } from './support/program.ts'

afterEach(killAll)

const begin = async (url: string): Promise<Program> => {
  const program = new Program([bundled('test/faults/support/migrate-process.ts')], { DATABASE_URL: url })
  await program.says(/begun/)
  return program
}

async function verdict(url: string): Promise<{ names: string[]; problems: unknown[] }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select name from schema_migrations order by name')
    const { rows: problems } = await client.query('select * from verify()')
    return { names: rows.map(({ name }) => name), problems }
  } finally {
    await client.end()
  }
}

fault('migration-killed', { short: 4, full: 50 }, async ({ rounds, random }) => {
  const wanted = readMigrations().map(({ name }) => name)
  const whole = await emptyDatabase()
  const began = performance.now()
  await (await begin(whole.url)).ended
  const whatItTakes = performance.now() - began
  await whole.drop()
  let [lost, killed] = [0, 0]
  const problems: unknown[] = []
  for (let round = 0; round < rounds; round++) {
    const db = await emptyDatabase()
    const program = await begin(db.url)
    // the rounds divide the whole time, each somewhere in its part
    await sleep((whatItTakes * (round + random(100) / 100)) / rounds)
    if ((await program.signal('SIGKILL')) === null) killed += 1
    await migrate(db.url)
    const outcome = await verdict(db.url)
    if (outcome.names.join() !== wanted.join()) lost += 1
    problems.push(...outcome.problems)
    await db.drop()
  }
  const note = `${killed} killed before they were done, of ${Math.round(whatItTakes)} ms each`
  return { rounds, acknowledged: rounds, lost, doubled: 0, problems, note }
})
