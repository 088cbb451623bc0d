import { mkdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { circumstances, writeSection } from '../../bench/results.mjs'
import { installDependencies } from './dependencies.mjs'
import { locked } from './lock.mjs'
import { compileMessages } from './messages.mjs'
import { inRoot, root } from './paths.mjs'
import { run } from './run.mjs'

process.chdir(root)
const option = { type: 'string' }
const { values } = parseArgs({ options: { only: option, seconds: option, minutes: option, sizes: option } })

await locked(async () => {
  await installDependencies()
  await compileMessages()
})
const file = inRoot('build', 'reports', 'bench.md')
mkdirSync(inRoot('build', 'reports'), { recursive: true })
const begun = circumstances()
const { status } = await run(process.execPath, ['--import', 'tsx', inRoot('bench', 'money', 'main.ts')], {
  env: {
    ...process.env,
    BENCH_REPORT: file,
    ...(values.only ? { BENCH_ONLY: values.only } : {}),
    ...(values.seconds ? { BENCH_SECONDS: values.seconds } : {}),
    ...(values.minutes ? { BENCH_MINUTES: values.minutes } : {}),
    ...(values.sizes ? { BENCH_SIZES: values.sizes } : {}),
  },
})
// A part alone is for looking at: what stands in the file was measured in one run.
if (status === 0 && values.only) console.log(readFileSync(file, 'utf8'))
else if (status === 0)
  writeSection(
    'money',
    'npm run bench',
    `## The money core\n\n${begun} before it began. ${readFileSync(file, 'utf8')}\n`,
  )
process.exitCode = status
