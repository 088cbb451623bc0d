// The steps of `npm test`: what each needs to be built first, and how many checks or tests of it passed and failed.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, buildPages } from './build.mjs'
import { hashOf, isFresh, rebuild } from './build-cache.mjs'
import { findChromium, findHeadlessShell } from './chromium.mjs'
import { compileMessages } from './messages.mjs'
import { inPackages, inRoot, root, run, runQuietly } from './run.mjs'

export const reports = inRoot('build', 'reports')

const nothing = async () => {}
const messages = () => compileMessages()

async function types() {
  await compileMessages({ types: true })
  const hash = hashOf(['web/routes.ts', 'web/pages.ts', 'react-router.config.ts', 'package-lock.json'])
  if (isFresh('route-types', hash, '.react-router/types')) return
  const tool = inPackages('@react-router', 'dev', 'bin.js')
  await rebuild('route-types', hash, () =>
    runQuietly('Typing the routes', process.execPath, [tool, 'typegen']),
  )
}

/** A tool that is right or wrong as a whole. */
const check =
  (...args) =>
  async () => {
    const { status } = await run(process.execPath, args)
    return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  }

/** Names of the tests that failed, of both runners' reports. */
const vitestFailures = (report) =>
  report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failures = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failures.length === 0) return [`${file}: could not be run`]
    return failures.map((result) => `${file}: ${result.fullName}`)
  })
const playwrightFailures = (suite) => [
  ...(suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => `${spec.file}: ${spec.title}`),
  ...(suite.suites ?? []).flatMap(playwrightFailures),
]

/** Whatever a runner's report does not explain, a crash for one, is a failure. */
const summed = ({ passed, failed, names }, status) => ({
  passed,
  failed: failed === 0 && status !== 0 ? 1 : failed,
  names,
})

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** The files of one project, or those of them that are named. */
const vitest =
  (project, folder = '', options = []) =>
  async (args, name) => {
    const file = `${reports}/${name}.json`
    const isNamed = args.length > 0 && !args[0].startsWith('-')
    const { status } = await run(process.execPath, [
      inPackages('vitest', 'vitest.mjs'),
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...(isNamed || folder === '' ? [] : [folder]),
      ...options,
      ...args,
    ])
    const report = readReport(file)
    if (!report) return { passed: 0, failed: 1 }
    // A file that could not even be loaded has no tests to fail.
    const broken = report.testResults.filter(
      (result) => result.status === 'failed' && result.assertionResults.length === 0,
    )
    const failed = report.numFailedTests + broken.length
    return summed({ passed: report.numPassedTests, failed, names: vitestFailures(report) }, status)
  }

async function playwright(args) {
  const chromium = await findChromium()
  if (!chromium) return { passed: 0, failed: 1 }
  const file = `${reports}/playwright.json`
  const env = {
    ...process.env,
    CHROMIUM: await findHeadlessShell(chromium),
    WHOLE_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  }
  const dataDir = join(tmpdir(), `amanat-e2e-${process.pid}`)
  env.E2E_DATA_DIR ??= dataDir
  const tool = inPackages('@playwright', 'test', 'cli.js')
  const { status } = await run(process.execPath, [tool, 'test', '--reporter=list,json', ...args], { env })
  // a database of some 70 MB
  rmSync(dataDir, { recursive: true, force: true })
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, flaky, unexpected } = report.stats
  const failed = unexpected + report.errors.length
  return summed({ passed: expected + flaky, failed, names: playwrightFailures(report) }, status)
}

const biome = [inPackages('@biomejs', 'biome', 'bin', 'biome'), 'ci']
const colours = process.stdout.isTTY ? [] : ['--colors=off']
const depcruise = inPackages('dependency-cruiser', 'bin', 'dependency-cruise.mjs')
const ROOMS = ['core', 'server', 'web', 'messages', 'scripts', 'bench', 'test']

/** Else each worker has a server of its own. On one that all share, files wait for each other's blocks to be sealed. */
const ONE_AT_A_TIME = process.env.TEST_DATABASE_URL ? ['--maxWorkers=1'] : []

/** `run(args, name)`; only those that take arguments get any. */
export const STEPS = {
  lint: { needs: nothing, run: check(...biome, ...colours, '.') },
  types: { needs: types, run: check(inPackages('typescript-native', 'bin', 'tsc'), '-b') },
  imports: { needs: messages, run: check(depcruise, ...ROOMS) },
  dead: { needs: types, run: check(inPackages('knip', 'bin', 'knip.js'), '--no-progress') },
  unit: { needs: messages, run: vitest('unit'), takesArguments: true },
  site: { needs: buildPages, run: vitest('site'), takesArguments: true },
  db: { needs: messages, run: vitest('db', 'test/db/', ONE_AT_A_TIME), takesArguments: true },
  http: { needs: messages, run: vitest('db', 'test/http/'), takesArguments: true },
  faults: { needs: messages, run: vitest('faults'), takesArguments: true },
  browser: { needs: build, run: playwright, takesArguments: true },
}
