/** Calls of services in somebody's name, each in a transaction of its own, and what the audit log has of them. */
import { findUser } from '#server/repositories/users.ts'
import { type AppSettings, sessionUser, type UserCtx } from '#server/services/context.ts'
import { type TestApp, testSettings } from './app.ts'

interface ActOptions {
  readonly settings?: Partial<AppSettings>
  readonly laterMs?: number
}

export const actingAs = <T>(
  app: TestApp,
  { id }: { readonly id: number },
  work: (ctx: UserCtx) => Promise<T>,
  { settings = {}, laterMs = 0 }: ActOptions = {},
): Promise<T> =>
  app.db.runInTransaction(async (tx, now) => {
    const user = await findUser(tx, id)
    if (!user) throw new Error(`no user ${id}`)
    return work({
      ...{ tx, now: now + laterMs, settings: { ...testSettings, ...settings }, user: sessionUser(user) },
    })
  })

/** Of one subject, oldest first. */
export const auditOf = async (app: TestApp, subject: string | number) =>
  (
    await app.db.ownerPool.query(
      'select action, actor_id, subject_type, before, after from audit_event where subject_id = $1 order by id',
      [String(subject)],
    )
  ).rows
