/** Two transactions at the same moment, always in the same order: the first holds what it has until the second is stuck or done. */
import { vi } from 'vitest'
import type { Tx } from '#server/db/transaction.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import { authenticate } from '#server/services/account/session.ts'
import type { AppSettings, UserCtx } from '#server/services/context.ts'
import type { TestApp } from './app.ts'

type Work<T> = (tx: Tx, now: number) => Promise<T>

function signal() {
  let give = (): void => undefined
  const given = new Promise<void>((done) => {
    give = done
  })
  return { given, give }
}

/** Whether some statement waits for a lock that another transaction has. */
const isWaiting = async ({ db }: TestApp): Promise<boolean> => {
  const { rows } = await db.ownerPool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

export async function atTheSameMoment<A, B>(
  app: TestApp,
  first: Work<A>,
  second: Work<B>,
): Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]> {
  const [held, release] = [signal(), signal()]
  const earlier = app.db.runInTransaction(async (tx, now) => {
    const outcome = await first(tx, now)
    held.give()
    await release.given
    return outcome
  })
  await Promise.race([held.given, earlier])
  let isDone = false
  const later = app.db.runInTransaction(second)
  const settled = later.then(
    () => {
      isDone = true
    },
    () => {
      isDone = true
    },
  )
  await vi.waitUntil(async () => isDone || (await isWaiting(app)), { timeout: 20_000, interval: 20 })
  release.give()
  await settled
  return Promise.allSettled([earlier, later])
}

/** What a call of this session would work with. */
export async function sessionCtx(
  { tx, now, settings }: { tx: Tx; now: number; settings: AppSettings },
  token: string,
): Promise<UserCtx> {
  const { user, secondFactorAgeMs } = await authenticate(tx, token, null)
  if (!user) throw new Error('the session has ended')
  return { tx, now, settings, user, secondFactorAgeMs, sessionHash: tokenHash(token) }
}
