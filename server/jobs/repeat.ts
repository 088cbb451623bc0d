/** Does something again and again, one round at a time. */

export interface Repeated {
  /** Between the end of one round and the next. */
  readonly everyMs: number | (() => number)
  readonly work: () => Promise<unknown>
  readonly onTrouble: (error: Error) => void
}

/** The answer stops it, after the round that is running. */
export function repeat({ everyMs, work, onTrouble }: Repeated): () => Promise<void> {
  let isStopped = false
  let round = Promise.resolve()
  let timer: NodeJS.Timeout
  const turn = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      onTrouble(error as Error)
    }
    if (!isStopped) timer = setTimeout(start, typeof everyMs === 'number' ? everyMs : everyMs())
  }
  const start = (): void => {
    round = turn()
  }
  start()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await round
  }
}
