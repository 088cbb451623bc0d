// `npm test`: every check and every test, whatever fails before, and one line of sums.
//   npm test -- lint types                    these steps alone; each builds what it needs and no more
//   npm test -- http test/http/chat.test.ts   these files of a step
//   npm test -- unit -t 'a name'              whatever follows the first option is the runner's
import { mkdirSync, rmSync } from 'node:fs'
import { prepare, runCommand } from './lib/command.mjs'
import { plainError } from './lib/run.mjs'
import { reports, STEPS } from './lib/test-steps.mjs'

/** The tests bring settings of their own; those of the shell they are started from must not leak in. */
function cleanEnvironment() {
  const ours =
    /^(NODE_ENV|PORT|HOST|DATABASE_URL|DATA_DIR|PUBLIC_URL|PAYMENTS|OTP|MSG91_.*|WHATSAPP_.*|TWILIO_.*|ALLOW_SANDBOX|RATE_LIMIT_FACTOR|SMTP_URL|MAIL_FROM|ADMIN_.*|DEMO|CHAT_URL|FILES_URL|UPI_.*|BANK_ACCOUNTS|CUSTODY|I_HOLD_OTHER_PEOPLES_MONEY|RAZORPAY_.*|CASHFREE_.*|LOG_LEVEL|PG.*)$/
  for (const name of Object.keys(process.env)) if (ours.test(name)) delete process.env[name]
}

/** Steps by their names, then files of them, then options. */
function parse(argv) {
  const firstOption = argv.findIndex((argument) => argument.startsWith('-'))
  const words = firstOption < 0 ? argv : argv.slice(0, firstOption)
  const options = firstOption < 0 ? [] : argv.slice(firstOption)
  const files = words.filter((word) => /[/.]/.test(word))
  const names = words.filter((word) => !files.includes(word))
  const known = Object.keys(STEPS)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw plainError(`There is no step ${unknown.join(', ')}. The steps: ${known.join(' ')}`)
  const args = [...files, ...options]
  const wrong = args.length > 0 && (names.length === 0 || names.some((name) => !STEPS[name].takesArguments))
  if (wrong) {
    const takers = known.filter((name) => STEPS[name].takesArguments)
    throw plainError(`${args.join(' ')}: say of which step, one of ${takers.join(' ')}`)
  }
  return { names: names.length > 0 ? names : known, args }
}

async function runStep(name, args) {
  console.log(`\n— ${name}`)
  const startedAt = Date.now()
  let sum
  try {
    await prepare(STEPS[name].needs)
    sum = await STEPS[name].run(args, name)
  } catch (error) {
    console.error(error?.isPlain ? error.message : error)
    sum = { passed: 0, failed: 1 }
  }
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`— ${name}: ${sum.passed} passed, ${sum.failed} failed, ${seconds} s`)
  return sum
}

runCommand(async () => {
  const { names, args } = parse(process.argv.slice(2))
  cleanEnvironment()
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const sums = []
  for (const name of names) sums.push(await runStep(name, args))
  // Each runner printed its own pages ago: the last lines of a long log are what is read.
  for (const [index, sum] of sums.entries())
    if (sum.failed > 0) for (const name of sum.names ?? []) console.log(`failed in ${names[index]}: ${name}`)
  const summary = names.map((name, index) => `${name} ${sums[index].passed}/${sums[index].failed}`)
  console.log(`\npassed/failed: ${summary.join(', ')}`)
  const total = (count) => sums.reduce((sum, result) => sum + result[count], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  process.exitCode = total('failed') === 0 ? 0 : 1
})
