/**
 * Rows that pg_restore or a logical copy brought here carry the transaction numbers of another server. Seals go by these
 * numbers: on a server that has not reached them, a block would miss what is written next, and the books would be wrong.
 */
import type pg from 'pg'
import { CommandError } from '#server/lib/operator-error.ts'
import { withConnection } from './connect.ts'
import { APP_ROLE } from './pool.ts'

/** An SQL expression: whether this server has not reached the transaction numbers of the last seal, or of unsealed rows. */
export const BOOKS_WERE_MOVED = `
  (select pg_snapshot_xmin(s.now) < last.to_xid
       or exists (select from transfer where xid >= pg_snapshot_xmax(s.now) and no + 0 > last.after_transfer)
       or exists (select from deal_event where xid >= pg_snapshot_xmax(s.now) and id + 0 > last.after_event)
     from (select pg_current_snapshot() as now) s,
          (select to_xid, after_transfer, after_event from seal_block order by no desc limit 1) last)`

/** What a server writes while the old era is closed would belong to neither. */
async function refuseBesideServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select count(*)::int as servers from pg_stat_activity
      where datname = current_database() and application_name = $1`,
    [APP_ROLE],
  )
  if (rows[0]?.servers > 0)
    throw new CommandError('A server is connected to this database: stop it, then begin the new era.')
}

/** As the database's owner; true when a new era was begun, false when the rows are this server's own. */
export const beginSealEra = (ownerUrl: string): Promise<boolean> =>
  withConnection(ownerUrl, 'amanat new era', async (client) => {
    await client.query('begin')
    await client.query('lock table transfer, deal_event, seal_block in share row exclusive mode')
    const { rows } = await client.query(`select ${BOOKS_WERE_MOVED} as moved`)
    if (!rows[0]?.moved) return false
    await refuseBesideServer(client)
    await client.query('select begin_seal_era()')
    const { rows: problems } = await client.query('select check_name, subject, detail from verify() limit 1')
    const [first] = problems
    if (first)
      throw new CommandError(
        `Nothing was changed: the books would not add up in a new era either. The first problem is ${first.subject}: ${first.detail} (${first.check_name}). If money moved here since the restore, restore the dump again.`,
      )
    await client.query('commit')
    return true
  })
