// Checks an evidence pack offline: every hash, the chains of events and messages, the signature. Names what was changed.
//   npm run verify-pack FILE
import { checkPack } from './verify-pack/check.mjs'

const file = process.argv[2]
if (!file) {
  console.error('Which pack? npm run verify-pack FILE')
  process.exit(2)
}
const { problems, summary } = await checkPack(file)
for (const { file: name, what } of problems) console.log(`CHANGED  ${name}: ${what}`)
if (problems.length > 0) console.log(`\n${problems.length} problem(s): this pack is not what was made.`)
else console.log(summary.join('\n'))
process.exitCode = problems.length > 0 ? 1 : 0
