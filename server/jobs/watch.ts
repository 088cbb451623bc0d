/** All that a process watches: what it stands on from the first moment, its work from when it listens. */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { clearAlarm, raiseAlarm } from '../services/alarms.ts'
import type { House } from '../services/context.ts'
import { watchBooks } from './audit.ts'
import { watchDeadlines } from './deadlines.ts'
import { watchHouse } from './housekeeping.ts'
import { repeat } from './repeat.ts'
import { sealAll } from './seal.ts'

interface Parts {
  readonly transact: Transactor
  readonly house: House
  readonly log: Log
  /** False while the disk under the database is all but full. */
  readonly hasRoom: () => boolean
}

const SEAL_MS = 3_000
const ROOM_MS = 1_000

function watchRoom({ hasRoom, log }: Parts): () => Promise<void> {
  return repeat({
    everyMs: ROOM_MS,
    work: async () => {
      if (hasRoom()) {
        if (clearAlarm('disk')) log.warn('there is room on the disk again: money moves')
      } else if (raiseAlarm('disk', 'The disk is all but full: money does not move until there is room'))
        log.error('the disk is all but full: money does not move')
    },
    onTrouble: (error) => log.warn({ reason: error.message }, 'the disk is not looked at'),
  })
}

const watchSeals = (parts: Parts): (() => Promise<void>) =>
  repeat({
    everyMs: SEAL_MS,
    work: () => sealAll(parts),
    onTrouble: (error) => parts.log.warn({ reason: error.message }, 'sealing waits'),
  })

export interface Watch {
  /** Done when verify() has spoken once; until then no money moves. */
  readonly booksChecked: Promise<void>
  stop(): Promise<void>
}

export function watchFooting(parts: Parts): Watch {
  const books = watchBooks(parts)
  const stopRoom = watchRoom(parts)
  return {
    booksChecked: books.first,
    stop: async () => {
      await stopRoom()
      await books.stop()
    },
  }
}

/** Deadlines, seals and housekeeping. */
export function watchWork(parts: Parts): () => Promise<void> {
  const stops = [watchDeadlines(parts), watchSeals(parts), watchHouse(parts)]
  return async () => {
    for (const stop of stops) await stop()
  }
}
