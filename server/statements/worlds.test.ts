// Worlds of other seeds: whichever form a bank gives its lines in, they are read to the paisa and become what is true.
import { describe, expect, test } from 'vitest'
import { matchLines } from '#core/statements/match.ts'
import { keyLines, mergeStatement } from '#core/statements/merge.ts'
import { worldOf } from '#test/support/statements/fixtures.ts'
import { LAYOUTS, type Layout, OTHER_LAYOUTS } from '#test/support/statements/layouts.ts'
import { INVENTED_BANKS, type InventedWorld, inventWorld } from '#test/support/statements/worlds.ts'
import readInThread from './worker.ts'

const SEEDS = Array.from({ length: 40 }, (_, n) => n + 1)
/** Of each form; reading a spreadsheet takes longer than matching one. */
const READ_SEEDS = SEEDS.slice(0, 4)

const truthsOf = ({ truths }: InventedWorld) =>
  truths.map((truth) => ({
    ...{ tier: truth.tier, rule: truth.rule, outcome: truth.outcome, target: truth.target ?? null },
    ...{ candidates: truth.candidates ?? [], class: truth.class ?? null, flag: truth.flag ?? null },
    conflictsWith: truth.conflicts_with ?? '',
  }))
const decisionsOf = (lines: InventedWorld['lines'], { state }: InventedWorld) =>
  matchLines(lines, worldOf(state)).map((decision) => ({
    ...decision,
    conflictsWith: decision.conflictsWith.join(),
  }))

async function read(world: InventedWorld, { write, mapping }: Layout) {
  const { account, opening_paise: openingPaise } = world.state
  const bytes = write({ account, openingPaise, lines: world.lines })
  const reading = await readInThread(mapping ? { bytes, mapping } : { bytes })
  if (!('statement' in reading)) throw new Error(JSON.stringify(reading))
  return reading.statement
}

describe.each(INVENTED_BANKS)('%s', (bank) => {
  test(`every line of ${SEEDS.length} worlds becomes what is true`, () => {
    for (const seed of SEEDS) {
      const world = inventWorld(bank, seed)
      expect(decisionsOf(world.lines, world), `seed ${seed}`).toEqual(truthsOf(world))
    }
  })

  const layouts = [...(LAYOUTS[bank] ?? []), ...OTHER_LAYOUTS].map((layout) => [layout.name, layout] as const)
  test.each(layouts)('%s', async (_, layout) => {
    for (const seed of READ_SEEDS) {
      const world = inventWorld(bank, seed)
      const statement = await read(world, layout)
      const { account, opening_paise: openingPaise } = world.state
      const bare = ({ date, dir, amountPaise, balancePaise }: InventedWorld['lines'][number]) => ({
        ...{ date, dir, amountPaise, balancePaise },
      })
      expect(statement.lines.map(bare), `seed ${seed}`).toEqual(world.lines.map(bare))
      expect([statement.openingPaise, statement.closingPaise]).toEqual([
        openingPaise,
        world.lines.at(-1)?.balancePaise,
      ])
      expect(decisionsOf(statement.lines, world), `seed ${seed}`).toEqual(truthsOf(world))
      // whichever form was taken over before, this one brings nothing new
      const known = { account, openingPaise, lines: keyLines(account, world.lines) }
      expect(mergeStatement(known, statement).problem).toBe('nothing_new')
    }
  })
})
