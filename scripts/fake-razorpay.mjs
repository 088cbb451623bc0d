// `npm run fake:razorpay [-- PORT]`: the pretended Razorpay of the tests as a process, for trying PAYMENTS=razorpay by hand.
import { prepare, runCommand } from './lib/command.mjs'
import { inRoot, run } from './lib/run.mjs'

const FAKE = inRoot('test', 'support', 'fakes', 'razorpay', 'main.ts')

runCommand(async () => {
  await prepare(async () => {})
  const { status } = await run(process.execPath, ['--import', 'tsx', FAKE, ...process.argv.slice(2)])
  process.exitCode = status
})
