/** What the HTTP layer is given when it is built. */

import type { Reads, RunInTransaction } from '#server/db/transaction.ts'
import type { Files } from '#server/files/copies.ts'
import type { Log } from '#server/log.ts'
import type { CodeSender } from '#server/otp/code-sender.ts'
import type { Rail } from '#server/rails/rail.ts'
import type { SandboxRail } from '#server/rails/sandbox/sandbox.ts'
import type { AppSettings } from '#server/services/context.ts'
import type { Live } from './live/live.ts'
import type { Site } from './site/open-site.ts'

/** Connections of this process to the database. */
export interface PoolUse {
  readonly total: number
  readonly idle: number
  /** Requests that wait for one. */
  readonly waiting: number
  readonly max: number
}

export interface AppDependencies {
  readonly runInTransaction: RunInTransaction
  /** For what may be a little old. */
  readonly reads: Reads
  readonly settings: AppSettings
  /** Providers that send codes to phones, in order of preference; empty while OTP is off. */
  readonly codeSenders: readonly CodeSender[]
  readonly rails: ReadonlyMap<string, Rail>
  /** Null unless PAYMENTS=sandbox: then its routes exist. */
  readonly sandbox: SandboxRail | null
  readonly files: Files
  readonly live: Live
  readonly log: Log
  readonly rateLimitFactor: number
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** Reads /metrics from elsewhere than this machine; null: nobody does. */
  readonly metricsToken: string | null
  /** When the newest backup was made; by default the process knows of none. */
  readonly newestBackupAt?: () => number | null
  /** Whether /api/docs is there; by default it is. */
  readonly hasApiDocs?: boolean
  /** Whether each request is a line of the log; by default it is not. */
  readonly logAccess?: boolean
  /** A process for jobs alone has the probes and /metrics, and no call. */
  readonly hasCalls?: boolean
  /** Hosts that requests may name, beside the address that the socket is on. */
  readonly hosts: readonly string[]
  /** Whether the database answers and is up to date. */
  readonly isReady: () => boolean
  readonly poolUse: () => PoolUse
  /** For how long the oldest commit of this process has waited for the database. */
  readonly oldestCommitMs: () => number
  /** How old what the replica shows is; null where there is none. */
  readonly replicaLagMs: () => number | null
  /** Null serves the API alone. */
  readonly site: Site | null
}
