// Whether the disk under the built-in PostgreSQL still takes writes. Filled to the last byte it stops, and
// reads with it; so writes of money are refused some way before, and reads go on.
import { statfsSync } from 'node:fs'

const LEAST_BYTES = 256 * 1024 ** 2
/** Larger, and a burst of uploads fills the rest unseen; smaller costs a system call and finds nothing new. */
const EVERY_MS = 2_000

export interface Room {
  hasRoom(): boolean
  stop(): void
}

export const endless: Room = { hasRoom: () => true, stop: () => {} }

export function watchRoom(folder: string, leastBytes = LEAST_BYTES): Room {
  const look = () => {
    try {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize >= leastBytes
    } catch {
      // A disk that does not even tell takes no money.
      return false
    }
  }
  let hasRoom = look()
  const timer = setInterval(() => {
    hasRoom = look()
  }, EVERY_MS)
  timer.unref()
  return { hasRoom: () => hasRoom, stop: () => clearInterval(timer) }
}
