/** The console over a service of two years: what each call of it takes, into the file that BENCH_REPORT names. */
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Wire } from '#bench/money/wire.ts'
import { asOwner, type Place, startAmanat, superuserOf } from '#bench/money/world.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { percentile } from '#test/faults/support/load.ts'
import bundle from '#test/support/bundle.ts'
import type { Call } from './call.ts'
import { callsOf } from './calls.ts'
import { fill } from './fill.ts'
import { type CallFigures, consoleReport } from './report.ts'
import { sample } from './samples.ts'

const { BENCH_SIZES, BENCH_KEEP, BENCH_REPORT, BENCH_TIMES, BENCH_CALLS } = process.env
const deals = Number((BENCH_SIZES ?? '1000000').split(',').at(-1))
const times = Number(BENCH_TIMES ?? 100)
const WARM_UP = 5
/** A kind that is slow is called fewer times, and the report says how many: it would hold up the others by minutes. */
const KIND_MS = 30_000
const MIB = 1_048_576

/** The audit of the books takes a core for a minute after each start; it is measured with the money core. */
const NO_AUDIT = `create or replace function verify_half(p_half integer)
  returns table (check_name text, subject text, detail text) language sql as $$ select '', '', '' where false $$`

async function admin(wire: Wire, place: Place): Promise<string> {
  const team = await asOwner(place, (client) =>
    client.query(`select from app_user where email = 'team@example.com'`),
  )
  const person = {
    ...{ phone_number: '9999999999', email: 'team@example.com', password: 'Amanat@2026' },
    ...{ first_name: 'Asha', last_name: 'Rao', user_type: ['Buyer'], payment_number: '9999999999' },
  }
  if (team.rowCount === 0) {
    await wire.ask({ path: '/api/auth/register', body: person })
    await asOwner(place, (client) =>
      client.query(`update app_user set user_type = 'Admin' where email = 'team@example.com'`),
    )
  }
  const body = { phone_number: person.phone_number, password: person.password }
  return (await wire.ask({ path: '/api/auth/login', body })).token
}

async function measure(wire: Wire, token: string, { kind, name, path }: Call): Promise<CallFigures> {
  const took: number[] = []
  const endsAt = performance.now() + KIND_MS
  for (let turn = 0; turn < times + WARM_UP; turn++) {
    if (took.length > 0 && performance.now() > endsAt) break
    const startedAt = performance.now()
    await wire.ask({ method: 'GET', path: path(turn), token })
    if (turn >= WARM_UP) took.push(performance.now() - startedAt)
  }
  const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)]
  return { ...{ kind, name, p50, p99 }, longest: Math.max(...took), calls: took.length }
}

/** Filled once; with BENCH_KEEP the folder is filled by the first run and read by those after it. */
async function filledPlace(url: URL): Promise<Place> {
  const place = new URL(url)
  place.pathname = `/console_${deals}`
  const name = `console_${deals}`
  const databases = await asOwner({ url }, (client) =>
    client.query('select from pg_database where datname = $1', [name]),
  )
  const result = { url: place.href, drop: async () => {} }
  if (databases.rowCount === 1) return result
  await asOwner({ url }, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`),
  )
  const startedAt = performance.now()
  await migrate(place.href)
  try {
    await asOwner(result, (client) => fill(client, deals))
  } catch (error) {
    // half of it would be measured by the next run
    await asOwner({ url }, (client) => client.query(`drop database ${name} with (force)`))
    throw error
  }
  console.log(`filled with ${deals} deals in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  return result
}

/** A database that has run for a while stands in memory: what is measured is not the disk. */
async function readOnce(path: string): Promise<void> {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      await pipeline(
        createReadStream(join(entry.parentPath, entry.name), { highWaterMark: MIB }),
        new Writable({ write: (_part, _encoding, done) => done() }),
      )
}

await bundle()
const folder = BENCH_KEEP ?? mkdtempSync('/tmp/amanat-bench-')
if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
chmodSync(folder, 0o711)
const embedded = await startEmbedded(folder, () => {})
try {
  const place = await filledPlace(superuserOf(embedded))
  const samples = await asOwner(place, sample)
  await asOwner(place, (client) => client.query(NO_AUDIT))
  await readOnce(join(folder, 'database', 'postgres', 'base'))
  const running = await startAmanat(place)
  const wire = await Wire.open(running.port)
  const token = await admin(wire, place)
  const figures: CallFigures[] = []
  for (const call of callsOf(samples).filter(({ kind, name }) =>
    `${kind} ${name}`.includes(BENCH_CALLS ?? ''),
  )) {
    figures.push(await measure(wire, token, call))
    console.log(JSON.stringify(figures.at(-1)))
  }
  wire.close()
  await running.stop()
  if (BENCH_REPORT) writeFileSync(BENCH_REPORT, consoleReport(deals, times, figures).join('\n'))
} finally {
  await embedded.stop()
  if (!BENCH_KEEP) rmSync(folder, { recursive: true, force: true })
}
