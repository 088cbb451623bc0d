import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CommitUnknown } from '#server/db/errors.ts'
import type { Log } from '#server/log.ts'
import { runEvery } from './run-every.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const gone = (code: string) => Object.assign(new Error('gone'), { code })

describe('a round that fails', () => {
  test.each([
    ['for what is wrong with it', new Error('wrong'), 'warn'],
    ['for a statement that took too long', gone('57014'), 'warn'],
    ['for a full disk', gone('53100'), 'warn'],
    ['while the database is stopped', gone('57P01'), 'debug'],
    ['while nobody is where it was', gone('ECONNREFUSED'), 'debug'],
    ['while it is another’s standby', gone('25006'), 'debug'],
    ['since its commit got no answer', new CommitUnknown(gone('ECONNRESET')), 'debug'],
  ])('%s is told at its level, and followed by another', async (_name, error, level) => {
    const lines: [string, unknown, string][] = []
    const at = (name: string) => (fields: object, words: string) => void lines.push([name, fields, words])
    const log = { debug: at('debug'), warn: at('warn') } as unknown as Log
    const work = vi.fn(() => Promise.reject(error))
    const { stop } = runEvery({ everyMs: 1_000, work, failure: 'sealing failed, will retry', log })
    await vi.advanceTimersByTimeAsync(1_000)
    await stop()
    expect(work).toHaveBeenCalledTimes(2)
    expect(lines[0]).toEqual([level, { reason: error.message }, 'sealing failed, will retry'])
  })
})
