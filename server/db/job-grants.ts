// Lets the program's role add jobs inside its own transactions. graphile-worker's tables have row security
// without policies, which shuts out everyone but their owner.
import type pg from 'pg'
import { APP_ROLE } from './pool.ts'

const GRANTS = `
do $$
declare
  found record;
begin
  grant usage on schema graphile_worker to ${APP_ROLE};
  for found in
    select c.relname from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${APP_ROLE}')
  loop
    execute format('create policy ${APP_ROLE} on graphile_worker.%I to ${APP_ROLE} using (true) with check (true)',
      found.relname);
    execute format('grant select, insert, update, delete on graphile_worker.%I to ${APP_ROLE}', found.relname);
  end loop;
  grant select on graphile_worker.jobs to ${APP_ROLE};
  grant usage on all sequences in schema graphile_worker to ${APP_ROLE};
end
$$`

export async function grantJobs(client: pg.Client): Promise<void> {
  await client.query(GRANTS)
}
