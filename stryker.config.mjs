// StrykerJS as `npm run mutants -- core` and `-- services` start it.
const SERVICES = ['deal', 'deals', 'money', 'notifications']
const isServices = process.env.MUTANTS === 'services'
const name = isServices ? 'services' : 'core'
const isSample = process.env.MUTANTS_SHARE !== undefined

export default {
  testRunner: 'hot',
  // only the tests that import a broken file, however far away
  vitest: { configFile: 'vitest.mutants.config.ts', related: true },
  plugins: ['./test/mutants/hot-runner.mjs', './test/mutants/sample-checker.mjs'],
  mutate: isServices
    ? SERVICES.flatMap((folder) => [
        `server/services/${folder}/**/*.ts`,
        `!server/services/${folder}/**/*.test.ts`,
      ])
    : ['core/**/*.ts', '!core/**/*.test.ts'],
  checkers: isSample ? ['sample'] : [],
  coverageAnalysis: 'perTest',
  incremental: !isSample,
  incrementalFile: `build/mutants/${name}-incremental.json`,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { reportTests: false, logTests: false },
  jsonReporter: { fileName: `build/mutants/${name}${isSample ? '-sample' : ''}-report.json` },
  tempDirName: 'build/mutants/tmp',
  ignorePatterns: ['/build', '/data', '/.react-router'],
  // one: two would take turns on a machine of two cores, and the tests that measure time would fail
  concurrency: 1,
  // a time-out counts as noticed: on a machine that does other things too it must not come early
  timeoutMS: isServices ? 600_000 : 60_000,
  dryRunTimeoutMinutes: 60,
  allowEmpty: false,
}
