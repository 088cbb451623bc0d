/**
 * Rows of a backup are inserted as they were, so the triggers that forbid inventing or changing them are disabled
 * within the owner's transaction, and then restored to the mode they had. Foreign keys stay on.
 */
import type pg from 'pg'

const TRIGGERS = `
  select t.tgrelid::regclass::text as relation, quote_ident(t.tgname) as name, t.tgenabled as enabled
  from pg_trigger t
  where not t.tgisinternal and t.tgrelid = any($1::regclass[]) order by 1, 2`

const ENABLE: Readonly<Record<string, string>> = { O: 'enable', A: 'enable always', R: 'enable replica' }

/** Returns a function that enables them again. */
export async function disableTriggers(
  client: pg.Client,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ relation: string; name: string; enabled: string }>(TRIGGERS, [tables])
  for (const { relation, name } of rows) await client.query(`alter table ${relation} disable trigger ${name}`)
  return async () => {
    for (const { relation, name, enabled } of rows) {
      const mode = ENABLE[enabled]
      if (mode) await client.query(`alter table ${relation} ${mode} trigger ${name}`)
    }
  }
}
