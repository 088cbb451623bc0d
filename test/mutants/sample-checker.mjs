/**
 * A checker of StrykerJS that lets a random share of the breaks through, for a figure in minutes instead of hours: the
 * others are told to be invalid, which takes them out of the score. The same seed takes the same breaks again.
 */
import { createHash } from 'node:crypto'

const SHARE = Number(process.env.MUTANTS_SHARE ?? 1)
const SEED = process.env.MUTANTS_SEED ?? '1'

/** 0 to 1, from what the break is and not from when it comes. */
function lot({ fileName, location, replacement, mutatorName }) {
  const { start, end } = location
  const text = [SEED, fileName.split('/server/')[1] ?? fileName.split('/core/')[1], start.line, start.column]
  const rest = [end.line, end.column, mutatorName, replacement]
  return (
    createHash('sha256')
      .update(JSON.stringify([...text, ...rest]))
      .digest()
      .readUInt32BE() /
    2 ** 32
  )
}

class SampleChecker {
  async init() {}
  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        lot(mutant) < SHARE ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    )
  }
  group(mutants) {
    return [mutants.map(({ id }) => id)]
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]
