/** What the HTTP layer is given when it is built. */

import type { Transactor } from '../db/transaction.ts'
import type { Files } from '../files/copies.ts'
import type { Log } from '../log.ts'
import type { Rail } from '../rails/rail.ts'
import type { SandboxRail } from '../rails/sandbox/sandbox.ts'
import type { House } from '../services/context.ts'
import type { Live } from './live/live.ts'

/** Connections of this process to the database. */
export interface PoolUse {
  readonly total: number
  readonly idle: number
  /** Requests that wait for one. */
  readonly waiting: number
  readonly max: number
}

export interface Deps {
  readonly transact: Transactor
  readonly house: House
  readonly rails: ReadonlyMap<string, Rail>
  /** Null unless PAYMENTS=sandbox: then its routes exist. */
  readonly sandbox: SandboxRail | null
  readonly files: Files
  readonly live: Live
  readonly log: Log
  readonly rateLimitFactor: number
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** Hosts that requests may name, beside the address that the socket is on. */
  readonly hosts: readonly string[]
  /** Whether the database answers and is up to date. */
  readonly isReady: () => boolean
  readonly poolUse: () => PoolUse
  /** The built pages; null serves the API alone. */
  readonly siteDir: string | null
}
