/** A commit that the database does not answer, as when no standby does: told by /metrics, which goes on being answered. */
import { expect, it, onTestFinished } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { person } from '#test/support/people.ts'

const app = useApp()

const oldest = async (): Promise<number> => {
  const { body } = await app.call<string>('GET', '/metrics')
  return Number(/^amanat_commit_oldest_seconds (\S+)$/m.exec(body)?.[1])
}

it('is a gauge for as long as it is open', async () => {
  expect(await oldest()).toBe(0)
  // the check at the commit waits for a lock that somebody has
  await app.db.ownerPool.query(`
    create function wait_at_commit() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(77); return null; end $$;
    create constraint trigger slow after insert on app_user deferrable initially deferred
      for each row execute function wait_at_commit()`)
  const holder = await app.db.ownerPool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('select pg_advisory_lock(77)')
  const registering = person(app, 'Buyer')
  let waited = await oldest()
  while (waited < 0.2) waited = await oldest()
  const later = await oldest()
  expect(later).toBeGreaterThan(waited)
  await holder.query('select pg_advisory_unlock(77)')
  await registering
  expect(await oldest()).toBe(0)
})
