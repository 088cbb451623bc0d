/** One line when requests begin to be refused because the database is away, and one with their number when that is over. */
import type { Log } from '#server/log.ts'

/** So long without a refusal, and it is over. Clients ask again every second at least. */
const QUIET_MS = 5_000

export interface OutageLog {
  refused(reason: string): void
  stop(): void
}

export function outageLog(log: Pick<Log, 'warn'>): OutageLog {
  let count = 0
  let startedAt = 0
  let lastAt = 0
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    if (count > 0)
      log.warn({ count, seconds: Math.round((lastAt - startedAt) / 1000) }, 'requests are served again')
    count = 0
  }
  return {
    refused: (reason) => {
      lastAt = performance.now()
      if (count === 0) {
        startedAt = lastAt
        log.warn({ reason }, 'database unavailable, requests are answered 503')
      }
      count += 1
      clearTimeout(timer)
      timer = setTimeout(end, QUIET_MS)
      timer.unref()
    },
    stop: () => {
      clearTimeout(timer)
      end()
    },
  }
}
