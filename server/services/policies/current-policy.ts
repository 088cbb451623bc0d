/** The policy in force: the newest version, from content/policy.json or from two Admins. */
import { EventEmitter } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import type { Policy } from '#core/policy.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import {
  findCurrentVersion,
  insertVersion,
  lockVersions,
  type PolicyVersion,
} from '#server/repositories/policies.ts'
import type { Ctx } from '#server/services/context.ts'

/** Read in the transaction of what is agreed under it: a deal's figures and the policy that it keeps are of one version. */
export const currentVersion = async ({ tx, now, settings }: Ctx): Promise<PolicyVersion> =>
  (await findCurrentVersion(tx)) ??
  insertVersion(tx, { policy: settings.policy, from: new Date(now), proposalId: null })

/** At a start. A file that nobody has changed since the last one leaves what the team has approved in force. */
export const recordFilePolicy = (runInTransaction: RunInTransaction, policy: Policy): Promise<void> =>
  runInTransaction(async (tx, now) => {
    await lockVersions(tx)
    const last = await findCurrentVersion(tx, 'file')
    if (last && isDeepStrictEqual(last.policy, policy)) return
    await insertVersion(tx, { policy, from: new Date(now), proposalId: null })
  })

/** Wakes the reading of this process after the commit. A signal that is lost costs one poll. */
export const policySignal = new EventEmitter<{ changed: [] }>()

/** What this process works with, read again whenever a new version may have come. */
export class LivePolicy {
  #policy: Policy
  constructor(policy: Policy) {
    this.#policy = policy
  }

  get current(): Policy {
    return this.#policy
  }

  /** Whether it is another one than before. */
  async refresh(runInTransaction: RunInTransaction): Promise<boolean> {
    const version = await runInTransaction((tx) => findCurrentVersion(tx))
    if (!version || isDeepStrictEqual(version.policy, this.#policy)) return false
    this.#policy = version.policy
    return true
  }
}
