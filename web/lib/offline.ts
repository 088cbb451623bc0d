/** Whether what is on the page came from memory because the server was not reached, and since when. */
import { useSyncExternalStore } from 'react'

let seenAt: number | null = null
const listeners = new Set<() => void>()

function set(at: number | null): void {
  if (at === seenAt) return
  seenAt = at
  for (const listener of listeners) listener()
}

/** Several answers on one page: the oldest is what the notice says. */
export const servedFromCache = (at: number): void => set(seenAt === null ? at : Math.min(at, seenAt))
export const serverAnswered = (): void => set(null)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Null while the server answers. */
export const useSeenAt = (): number | null =>
  useSyncExternalStore(
    subscribe,
    () => seenAt,
    () => null,
  )
