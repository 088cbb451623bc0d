import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { quietLog } from '#server/log.ts'
import { startQueue } from './queue.ts'

interface Row {
  readonly id: number
  readonly tries: number
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Two workers that are idle; `waiting` is what their next claims find. */
async function idleQueue() {
  const waiting: Row[] = []
  const ends = new Map<number, () => void>()
  let claims = 0
  const queue = startQueue<Row>(
    {
      ...{ name: 'test', failure: 'test', batchSize: 2, workers: 2, pauseMs: 0 },
      claim: async () => {
        claims += 1
        return waiting.splice(0, 1)
      },
      handle: ({ id }) => new Promise<void>((resolve) => ends.set(id, resolve)),
      fail: async () => {},
    },
    quietLog,
  )
  // what is due at once, and no poll
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const add = async (id: number) => {
    waiting.push({ id, tries: 0 })
    queue.wake()
    await settle()
  }
  const end = async (id: number) => {
    ends.get(id)?.()
    await settle()
  }
  await settle()
  claims = 0
  return { queue, add, end, settle, claims: () => claims, handled: () => [...ends.keys()] }
}

describe('a signal', () => {
  it('wakes one worker that is idle, and is nothing to one that is busy', async () => {
    const { queue, add, end, claims, handled } = await idleQueue()
    await add(1)
    await add(2)
    expect([claims(), handled()]).toEqual([2, [1, 2]])
    await end(1)
    await end(2)
    expect(claims()).toBe(2)
    await queue.stop()
  })

  it('while all are busy is followed by whoever is done first', async () => {
    const { queue, add, end, claims, handled } = await idleQueue()
    await add(1)
    await add(2)
    await add(3)
    expect(handled()).toEqual([1, 2])
    await end(2)
    expect([claims(), handled()]).toEqual([3, [1, 2, 3]])
    await end(1)
    await end(3)
    await queue.stop()
  })
})
