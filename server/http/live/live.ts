/**
 * The open streams of this process. A trigger says NOTIFY in the transaction that changes a deal, every process hears
 * it at the commit, and each stream of that deal reads what is new from the tables. So a notice that is lost costs time
 * at most: a stream also looks whenever its heart beats.
 */
import { Refusal } from '../../../core/errors.ts'
import type { Listen } from '../../db/listen.ts'
import { gate } from '../../gate.ts'
import type { Log } from '../../log.ts'
import { Followed } from './followed.ts'

export interface Follower {
  readonly userId: number
  readonly dealId: string
  /** `news`: events or messages; `read`: somebody has read. */
  hear(what: 'news' | 'read'): void
  end(): void
}

export interface Live {
  /** Throws rate_limited when this user has too many streams. Answers how to leave. */
  follow(follower: Follower): () => void
  /** Looks at the tables, a few at once: streams must not take the connections of the requests. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  readonly heartbeatMs: number
  /** Ends every stream. */
  stop(): Promise<void>
}

/** Of one user in one process: some tabs on some devices. More would hold sockets and memory for nothing. */
export const MAX_STREAMS_A_USER = 8
/** Of one process: a followed deal takes one of some 6,400 places in PostgreSQL's table of locks. */
const MAX_STREAMS = 1_000
const LOOKS_AT_ONCE = 4
/** Below the minute after which proxies give up on a silent connection. */
const HEARTBEAT_MS = 25_000

export function openLive(listen: Listen, log: Log, heartbeatMs = HEARTBEAT_MS): Live {
  const followers = new Set<Follower>()
  const of = (dealId: string): Follower[] => [...followers].filter((one) => one.dealId === dealId)
  const tell = (dealId: string, what: 'news' | 'read' = 'news'): void => {
    for (const one of of(dealId)) one.hear(what)
  }
  const followed = new Followed(tell)
  // opened by the first stream: a process without any does not listen
  let stopListening: (() => Promise<void>) | null = null
  let isStopped = false

  const onNotice = (payload: string): void => {
    const [what, dealId = ''] = payload.split(' ')
    tell(dealId, what === 'read' ? 'read' : 'news')
  }
  return {
    heartbeatMs,
    inTurn: gate(LOOKS_AT_ONCE),
    follow(follower) {
      if (isStopped || followers.size >= MAX_STREAMS) throw new Refusal('unavailable')
      const mine = [...followers].filter(({ userId }) => userId === follower.userId)
      if (mine.length >= MAX_STREAMS_A_USER) throw new Refusal('rate_limited')
      followers.add(follower)
      followed.add(follower.dealId)
      stopListening ??= listen('deal', { onNotice, onOpen: (ask) => followed.open(ask), log })
      return () => {
        followers.delete(follower)
        if (of(follower.dealId).length === 0) followed.remove(follower.dealId)
      }
    },
    async stop() {
      isStopped = true
      for (const one of followers) one.end()
      await stopListening?.()
    },
  }
}
