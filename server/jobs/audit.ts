/** verify() at start and hourly. Money moves only while its last word in this process was "sound". */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { clearAlarm, raiseAlarm } from '../services/alarms.ts'
import { verify } from '../services/ledger/verify.ts'
import { repeat } from './repeat.ts'

interface Parts {
  readonly transact: Transactor
  readonly log: Log
}

const HOUR_MS = 3_600_000
/** Longer, and a repair by an operator waits; shorter, and unsound books are read all the time. */
const UNSOUND_MS = 300_000
const RETRY_MS = 10_000
const SHOWN = 20

/** True when the books are sound. */
export async function audit({ transact, log }: Parts): Promise<boolean> {
  const problems = await verify(transact)
  const [first] = problems
  if (first) {
    const where = `${first.subject}: ${first.detail} (${first.check})`
    raiseAlarm('books', `The books do not add up, ${problems.length} things; the first is ${where}`)
    log.error({ problems: problems.slice(0, SHOWN) }, 'the books do not add up: money does not move')
  } else if (clearAlarm('books')) log.info('the books are sound again: money moves')
  clearAlarm('unchecked')
  return !first
}

/** The first audit begins at once, and no money moves before it has spoken. `first` is done when it has. */
export function watchBooks(parts: Parts): { first: Promise<void>; stop: () => Promise<void> } {
  raiseAlarm('unchecked', 'The books are still being checked')
  let tell = (): void => {}
  const first = new Promise<void>((resolve) => {
    tell = resolve
  })
  let dueAt = 0
  const stop = repeat({
    everyMs: RETRY_MS,
    work: async () => {
      if (performance.now() < dueAt) return
      const isSound = await audit(parts)
      dueAt = performance.now() + (isSound ? HOUR_MS : UNSOUND_MS)
      tell()
    },
    onTrouble: (error) => parts.log.warn({ reason: error.message }, 'the audit waits'),
  })
  return { first, stop }
}
