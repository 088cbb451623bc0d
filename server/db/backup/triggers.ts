// Rows of a backup are put back as they were, so the triggers that forbid changing or inventing them stand aside for
// the owner, within his transaction, and come back exactly as they were. Foreign keys are checked all the while.
import type pg from 'pg'

const TRIGGERS = `
  select t.tgrelid::regclass::text as relation, quote_ident(t.tgname) as name, t.tgenabled as enabled
  from pg_trigger t
  where not t.tgisinternal and t.tgrelid = any($1::regclass[]) order by 1, 2`

const ENABLE: Readonly<Record<string, string>> = { O: 'enable', A: 'enable always', R: 'enable replica' }

/** The answer switches them on again. */
export async function triggersOff(
  client: pg.Client,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ relation: string; name: string; enabled: string }>(TRIGGERS, [tables])
  for (const { relation, name } of rows) await client.query(`alter table ${relation} disable trigger ${name}`)
  return async () => {
    for (const { relation, name, enabled } of rows) {
      const how = ENABLE[enabled]
      if (how) await client.query(`alter table ${relation} ${how} trigger ${name}`)
    }
  }
}
