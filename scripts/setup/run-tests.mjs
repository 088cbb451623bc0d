import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { installDependencies } from './dependencies.mjs'
import { locked } from './lock.mjs'
import { compileMessages } from './messages.mjs'
import { inRoot, root } from './paths.mjs'
import { run, runQuietly, stopWithChildren } from './run.mjs'

process.chdir(root)

/** The tests bring settings of their own; those of the shell they are started from must not leak in. */
function cleanEnvironment() {
  const ours =
    /^(NODE_ENV|PORT|HOST|DATABASE_URL|DATA_DIR|PUBLIC_URL|PAYMENTS|ALLOW_SANDBOX|RATE_LIMIT_FACTOR|SMTP_URL|MAIL_FROM|ADMIN_.*|DEMO|CHAT_URL|FILES_URL|UPI_.*|RAZORPAY_.*|LOG_LEVEL|PG.*)$/
  for (const name of Object.keys(process.env)) if (ours.test(name)) delete process.env[name]
}

const tool = (...path) => inRoot('node_modules', ...path)
const reports = inRoot('build', 'reports')

/** A tool that is right or wrong as a whole. */
const check =
  (...args) =>
  async () => {
    const { status } = await run(process.execPath, args)
    return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  }

/** Whatever a runner's report does not explain, a crash for one, is a failure. */
function summed({ passed, failed }, status) {
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

async function vitest() {
  const file = `${reports}/vitest.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { status } = await run(process.execPath, [tool('vitest', 'vitest.mjs'), 'run', ...reporters])
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 1 }
  // A file that could not even be loaded has no tests to fail.
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  )
  return summed({ passed: report.numPassedTests, failed: report.numFailedTests + broken.length }, status)
}

async function browser() {
  if (!existsSync(inRoot('playwright.config.ts'))) return { passed: 0, failed: 0 }
  const chromium = await findChromium()
  if (!chromium) return { passed: 0, failed: 1 }
  const file = `${reports}/playwright.json`
  const env = { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const args = [tool('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json']
  const { status } = await run(process.execPath, args, { env })
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, flaky, unexpected } = report.stats
  return summed({ passed: expected + flaky, failed: unexpected + report.errors.length }, status)
}

const steps = {
  lint: check(
    tool('@biomejs', 'biome', 'bin', 'biome'),
    'ci',
    ...(process.stdout.isTTY ? [] : ['--colors=off']),
    '.',
  ),
  types: check(tool('typescript', 'bin', 'tsc'), '-b'),
  imports: check(
    tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
    'core',
    'server',
    'web',
    'messages',
  ),
  unit: vitest,
  browser,
}

async function setUp() {
  await installDependencies()
  await compileMessages({ types: true })
  await build()
  if (existsSync(inRoot('react-router.config.ts')))
    await runQuietly('Typing the routes', process.execPath, [
      tool('@react-router', 'dev', 'bin.js'),
      'typegen',
    ])
}

async function runSteps(names) {
  const sum = { passed: 0, failed: 0 }
  for (const name of names) {
    console.log(`\n— ${name}`)
    const result = await steps[name]()
    console.log(`— ${name}: ${result.passed} passed, ${result.failed} failed`)
    sum.passed += result.passed
    sum.failed += result.failed
  }
  return sum
}

cleanEnvironment()
stopWithChildren()
const asked = process.argv.slice(2).filter((name) => name in steps)
await locked(setUp)
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const { passed, failed } = await runSteps(asked.length > 0 ? asked : Object.keys(steps))
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
