/** What background jobs are given; each takes the part that it needs. */
import type { Reads, RunInTransaction } from '#server/db/transaction.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Log } from '#server/log.ts'
import type { EmailTransport } from '#server/mail/transport.ts'
import type { Rail } from '#server/rails/rail.ts'
import type { AppSettings } from '#server/services/context.ts'

export interface JobContext {
  readonly runInTransaction: RunInTransaction
  readonly reads: Reads
  readonly settings: AppSettings
  readonly rails: ReadonlyMap<string, Rail>
  readonly mail: EmailTransport
  readonly store: FileStore
  readonly log: Log
  /** Multiplies what is allowed (RATE_LIMIT_FACTOR). */
  readonly rateLimitFactor: number
  /** False while the disk under the database is nearly full. */
  readonly hasDiskSpace: () => boolean
}
