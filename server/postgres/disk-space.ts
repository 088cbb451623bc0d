/**
 * Free space under the built-in PostgreSQL. On a full disk PostgreSQL stops, and reads with it: writes of money are
 * refused some way before, so that reads go on.
 */
import { statfsSync } from 'node:fs'

const MIN_FREE_BYTES = 256 * 1024 ** 2
/** Longer, and a burst of uploads could fill the rest unnoticed; shorter costs system calls and shows nothing new. */
const CHECK_EVERY_MS = 2_000

export interface DiskSpace {
  hasDiskSpace(): boolean
  stop(): void
}

export const unlimited: DiskSpace = { hasDiskSpace: () => true, stop: () => {} }

export function watchDiskSpace(folder: string, minFreeBytes = MIN_FREE_BYTES): DiskSpace {
  const measure = () => {
    try {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize >= minFreeBytes
    } catch {
      // A disk that cannot be measured takes no money.
      return false
    }
  }
  let hasDiskSpace = measure()
  const timer = setInterval(() => {
    hasDiskSpace = measure()
  }, CHECK_EVERY_MS)
  timer.unref()
  return { hasDiskSpace: () => hasDiskSpace, stop: () => clearInterval(timer) }
}
