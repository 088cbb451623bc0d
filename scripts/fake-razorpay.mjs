// `npm run fake:razorpay [-- PORT]`: the pretended Razorpay of the tests as a process, for trying PAYMENTS=razorpay by hand.
import { prepare, runCommand } from './lib/command.mjs'

runCommand(async () => {
  await prepare(async () => {})
  const { register } = await import('tsx/esm/api')
  register()
  await import('#test/support/fakes/razorpay/main.ts')
})
