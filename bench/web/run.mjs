// `npm run bench:web`: what the pages cost and how fast they are, into bench/RESULTS.md. `-- --runs=1` for a quick look.
import { parseArgs } from 'node:util'
import { build } from '#scripts/lib/build.mjs'
import { prepare, runCommand } from '#scripts/lib/command.mjs'
import { plainError } from '#scripts/lib/run.mjs'

runCommand(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw plainError(`--runs is a number, and got ${values.runs}.`)
  await prepare(build)
  const { measureWeb } = await import('./measure.mjs')
  await measureWeb(runs)
})
