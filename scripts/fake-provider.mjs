// `npm run fake:razorpay|fake:cashfree [-- PORT]`: a pretended provider of the tests as a process, for trying PAYMENTS by hand.
import { prepare, runCommand } from './lib/command.mjs'
import { inRoot, run } from './lib/run.mjs'

const [provider, ...args] = process.argv.slice(2)

runCommand(async () => {
  await prepare(async () => {})
  const fake = inRoot('test', 'support', 'fakes', provider, 'main.ts')
  const { status } = await run(process.execPath, ['--import', 'tsx', fake, ...args])
  process.exitCode = status
})
