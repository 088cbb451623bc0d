/** Seals until nothing waits. */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { seal } from '../services/ledger/seal.ts'

interface Parts {
  readonly transact: Transactor
  readonly log: Log
}

/** How many blocks were added. The log carries each hash out of the database: a chain rewritten in there shows. */
export async function sealAll({ transact, log }: Parts): Promise<number> {
  for (let blocks = 0; ; blocks++) {
    const block = await transact((tx) => seal({ tx }))
    if (!block) return blocks
    log.info(
      { block: block.no, hash: block.hash, transfers: block.transfers, events: block.events },
      'sealed',
    )
  }
}
