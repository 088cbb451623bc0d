/**
 * One fault as a test: so many rounds, from a seed, and a line for the table of `npm run faults`. A fault passes when
 * nothing acknowledged was lost, nothing was done twice, verify() has nothing to say, and the log says nothing that it may not.
 */
import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { watched, watchFault } from './log-watch.ts'

export interface Tally {
  readonly rounds: number
  /** What the server said it had done. */
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  /** Rows of verify(). */
  readonly problems: readonly unknown[]
  /** Figures of this fault alone, for the table. */
  readonly note?: string
}

export type Random = (below: number) => number

/** Numbers from 0 up to `below`, the same on every run with the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const j = random(i + 1)
    ;[order[i], order[j]] = [order[j] as T, order[i] as T]
  }
  return order
}

export const isFull = process.env.FAULTS === 'full'
const only = process.env.FAULTS_ONLY?.split(',')
const beginnings = process.env.FAULTS_BEGIN?.split(',')
const seed = Number(process.env.FAULTS_SEED ?? 0) || Date.now() % 1_000_000_007
const roundsAsked = Number(process.env.FAULTS_ROUNDS ?? 0)

export interface Rounds {
  /** In `npm test`. */
  readonly short: number
  /** In `npm run faults`. */
  readonly full: number
}

export interface Given {
  readonly rounds: number
  readonly random: Random
  readonly seed: number
}

function report(line: Record<string, unknown>): void {
  if (process.env.FAULTS_REPORT) appendFileSync(process.env.FAULTS_REPORT, `${JSON.stringify(line)}\n`)
}

/** `unless` is why it cannot run here, if it cannot. */
export function fault(
  name: string,
  { short, full, unless }: Rounds & { unless?: string | false },
  run: (given: Given) => Promise<Tally>,
): void {
  const isAsked =
    (only === undefined || only.includes(name)) &&
    (beginnings === undefined || beginnings.some((beginning) => name.startsWith(beginning)))
  if (isAsked && unless) report({ name, skipped: unless })
  const rounds = roundsAsked || (isFull ? full : short)
  const title = unless ? `${name} (not here: ${unless})` : `${name}: ${rounds} rounds, seed ${seed}`
  test.skipIf(!isAsked || Boolean(unless))(
    title,
    async () => {
      watchFault(name, process.env.FAULTS_REPORT)
      const startedAt = performance.now()
      const tally = await run({ rounds, random: seeded(seed), seed })
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10
      const { leaks, logLines } = watched()
      report({
        name,
        seed,
        seconds,
        ...tally,
        problems: tally.problems.length,
        leaks: leaks.length,
        logLines,
      })
      expect(tally, tally.note).toMatchObject({ lost: 0, doubled: 0, problems: [] })
      expect(tally.acknowledged).toBeGreaterThan(0)
      expect(leaks, 'what no log may say').toEqual([])
    },
    isFull ? 3_600_000 : 120_000,
  )
}

export const isExternal = process.env.TEST_DATABASE_URL !== undefined
