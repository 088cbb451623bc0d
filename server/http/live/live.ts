/**
 * The open streams of this process. A trigger sends NOTIFY in the transaction that changes a deal, every process
 * receives it at the commit, and each stream of that deal reads what is new from the tables. A lost notification costs
 * time at most: a stream also polls at every heartbeat.
 */
import pLimit from 'p-limit'
import { Refusal, rateLimited } from '#core/errors.ts'
import type { Listen } from '#server/db/listen.ts'
import type { Log } from '#server/log.ts'
import { networkOf } from '#server/services/account/origins.ts'
import { SubscriptionLocks } from './subscription-locks.ts'

/** What has no position of its own: a read receipt, another state of a payout. */
export type UnnumberedChange = 'read' | 'payout'
/** `changed`: events or messages. */
export type Change = 'changed' | UnnumberedChange

interface Subscriber {
  readonly userId: number
  /** Hex, as the database says it when the session ends. */
  readonly sessionHash: string
  readonly address: string
  readonly dealId: string
  onChange(change: Change): void
  end(): void
}

export interface Live {
  /** Throws Refusal `rate_limited` when this user or address has too many streams. Answers how to unsubscribe. */
  subscribe(subscriber: Subscriber): () => void
  /** Runs a few polls at a time: streams must not take the connections of the requests. */
  limitPolls<T>(poll: () => Promise<T>): Promise<T>
  readonly heartbeatMs: number
  /** Ends every stream. */
  stop(): Promise<void>
}

/** Per user and process: some tabs on some devices. More would hold sockets and memory for nothing. */
export const MAX_STREAMS_A_USER = 4
/** Per address and process. Less, and people behind one address of a mobile network keep each other out. */
export const MAX_STREAMS_AN_ADDRESS = 100
/** Per process: a subscribed deal takes one of some 6,400 places in PostgreSQL's lock table. */
const MAX_STREAMS = 1_000
const MAX_POLLS = 4
/** Below the minute after which proxies give up on a silent connection. */
const HEARTBEAT_MS = 25_000
const RETRY_AFTER_SECONDS = 30

export function openLive(listen: Listen, log: Log, heartbeatMs = HEARTBEAT_MS): Live {
  const subscribers = new Set<Subscriber>()
  const ofDeal = (dealId: string): Subscriber[] =>
    [...subscribers].filter((subscriber) => subscriber.dealId === dealId)
  const notify = (dealId: string, change: Change = 'changed'): void => {
    for (const subscriber of ofDeal(dealId)) subscriber.onChange(change)
  }
  const locks = new SubscriptionLocks(notify)
  // opened by the first stream: a process without any does not listen
  let stopListening: (() => Promise<void>) | null = null
  let isStopped = false

  const endSession = (sessionHash: string): void => {
    for (const subscriber of [...subscribers]) if (subscriber.sessionHash === sessionHash) subscriber.end()
  }
  const refuseTooMany = ({ userId, address }: Subscriber): void => {
    const all = [...subscribers]
    if (
      all.filter((other) => other.userId === userId).length >= MAX_STREAMS_A_USER ||
      all.filter((other) => networkOf(other.address) === networkOf(address)).length >= MAX_STREAMS_AN_ADDRESS
    )
      throw rateLimited(RETRY_AFTER_SECONDS)
  }
  const onNotification = (payload: string): void => {
    const [change, id = ''] = payload.split(' ')
    if (change === 'signed_out') endSession(id)
    else notify(id, change === 'read' || change === 'payout' ? change : 'changed')
  }
  return {
    heartbeatMs,
    limitPolls: pLimit(MAX_POLLS),
    subscribe(subscriber) {
      if (isStopped || subscribers.size >= MAX_STREAMS) throw new Refusal('unavailable')
      refuseTooMany(subscriber)
      subscribers.add(subscriber)
      locks.add(subscriber.dealId)
      stopListening ??= listen('deal', { onNotification, onOpen: (query) => locks.open(query), log })
      return () => {
        subscribers.delete(subscriber)
        if (ofDeal(subscriber.dealId).length === 0) locks.remove(subscriber.dealId)
      }
    },
    async stop() {
      isStopped = true
      for (const subscriber of subscribers) subscriber.end()
      await stopListening?.()
    },
  }
}
