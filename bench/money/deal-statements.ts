/** The statements of a whole deal as PostgreSQL counts them, those of the jobs included. */
import { measureDeals } from './deals.ts'
import { asOwner, type World } from './world.ts'

export interface CountedStatement {
  readonly text: string
  /** Times a deal. */
  readonly calls: number
  /** Milliseconds in PostgreSQL a deal. */
  readonly ms: number
}

const SECONDS = 20

/** Loads the module that counts; the server has to be started anew to have it. */
export const loadCounter = (place: { readonly url: URL }): Promise<unknown> =>
  asOwner(place, (client) => client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`))

const COUNTED = `
  select query as text, calls::float8 as calls, total_exec_time + total_plan_time as ms
  from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database())
    and query not like '%pg_stat_statements%'
  order by calls desc`

/** With one client, so that nothing is counted twice for a conflict. */
export async function countStatements(world: World): Promise<readonly CountedStatement[]> {
  const { place } = world
  await asOwner(place, (client) => client.query('create extension if not exists pg_stat_statements'))
  await measureDeals(world, { clients: 1, hot: false, seconds: 5 })
  const reset = () => asOwner(place, (client) => client.query('select pg_stat_statements_reset()'))
  const { deals } = await measureDeals(world, { clients: 1, hot: false, seconds: SECONDS, onWarm: reset })
  const { rows } = await asOwner(place, (client) => client.query<CountedStatement>(COUNTED))
  return rows
    .map(({ text, calls, ms }) => ({ text, calls: calls / deals, ms: ms / deals }))
    .filter(({ calls }) => calls >= 0.02)
}
