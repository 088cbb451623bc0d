/**
 * A test runner of StrykerJS: its vitest runner, but that one thread keeps the program loaded from break to break, where
 * the other starts a thread and loads everything anew for each test file. A break of what runs when a module is loaded
 * has the modules evaluated anew, before it and after it; the packages stay.
 * It tells apart what the other does not: a test file that cannot be loaded has noticed the break, and a test that hangs
 * until its time is over is a time-out and no kill.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { strykerValidationSchema, strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'
import { BaseSequencer } from 'vitest/node'
import { endThread, KeptThread } from './kept-thread.mjs'
import { fileOfId, hasFailed, idOf, messageOf, nameOfId, pathOf, resultOf, testsOf } from './test-results.mjs'

const SETUP = 'test/mutants/hot-setup.mjs'
/** What the run without a break found out: for the processes that take the place of one that hung. */
const FINDINGS = 'unbroken-run.json'
const TIMED_OUT = /(?:Test|Hook) timed out in|Hit count limit reached/
/** On a database the tests of a file build on one another, so that only the whole file says anything. */
const isWholeFile = process.env.MUTANTS === 'services'
const MOST_FILES = Number(process.env.MUTANTS_FILES ?? Number.POSITIVE_INFINITY)

class AsGiven extends BaseSequencer {
  async sort(files) {
    return files
  }
}

/** Of a path; a plural is its singular. */
const wordsOf = (path) => path.split(/[^a-z]+/).map((word) => word.replace(/s$/, ''))

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternOf = (testIds) =>
  testIds && !isWholeFile ? new RegExp(testIds.map(nameOfId).map(escaped).join('|')) : undefined

/** Coverage of all files, and for each break the files that come past it. */
function coverageOf(files) {
  const mutantCoverage = { static: {}, perTest: {} }
  const filesOfMutant = {}
  for (const file of files) {
    const { static: atLoad = {}, perTest = {} } = file.meta.mutantCoverage ?? {}
    for (const [id, hits] of Object.entries(atLoad))
      mutantCoverage.static[id] = (mutantCoverage.static[id] ?? 0) + hits
    for (const [test, hits] of Object.entries(perTest)) {
      mutantCoverage.perTest[test] = hits
      for (const id of Object.keys(hits)) {
        filesOfMutant[id] ??= new Set()
        filesOfMutant[id].add(pathOf(file.filepath))
      }
    }
  }
  const covered = Object.fromEntries(Object.entries(filesOfMutant).map(([id, paths]) => [id, [...paths]]))
  return { mutantCoverage, covered }
}

class HotRunner {
  #vitestRunner
  #log
  #related = new Map()
  #kills = new Map()
  #findings = { milliseconds: {}, covered: {} }
  constructor(vitestRunner, log) {
    this.#vitestRunner = vitestRunner
    this.#log = log
  }
  capabilities() {
    return { reloadEnvironment: true }
  }
  async init() {
    await this.#vitestRunner.init()
    this.#vitest.config.sequence.sequencer = AsGiven
    this.#vitest.reporters = []
    const poolRunner = { name: 'kept-thread', createPoolWorker: (options) => new KeptThread(options) }
    for (const { config } of this.#vitest.projects) {
      Object.assign(config, { isolate: false, pool: poolRunner.name, poolRunner })
      // the first is the other runner's own
      config.setupFiles = [resolve(SETUP), ...config.setupFiles.slice(1)]
    }
    if (existsSync(FINDINGS)) this.#findings = JSON.parse(readFileSync(FINDINGS, 'utf8'))
  }
  get #vitest() {
    return this.#vitestRunner.ctx
  }
  async dryRun({ files }) {
    this.#vitest.provide('mode', 'dry-run')
    this.#bailAfter(0)
    const all = await this.#run(await this.#relatedTo(files))
    const broken = all.filter(hasFailed)
    for (const file of broken) {
      const message = messageOf(testsOf(file).find(hasFailed) ?? file)
      this.#log.warn(`left out, it fails without a break: ${pathOf(file.filepath)}: ${message}`)
    }
    const sound = all.filter((file) => !broken.includes(file))
    const { mutantCoverage, covered } = coverageOf(sound)
    // what a file that is left out was the first to load is loaded at the start of others too
    for (const { meta } of broken) Object.assign(mutantCoverage.static, meta.mutantCoverage?.static)
    const timeOf = (file) => (file.collectDuration ?? 0) + (file.result?.duration ?? 0)
    const milliseconds = Object.fromEntries(sound.map((file) => [pathOf(file.filepath), timeOf(file)]))
    this.#findings = { milliseconds, covered }
    writeFileSync(FINDINGS, JSON.stringify(this.#findings))
    this.#bailAfter(1)
    return { status: 'complete', tests: sound.flatMap(testsOf).map(resultOf), mutantCoverage }
  }
  async mutantRun({ activeMutant, testFilter, hitLimit, sandboxFileName, mutantActivation }) {
    const source = pathOf(sandboxFileName)
    if (!testFilter && !this.#related.has(source))
      this.#related.set(source, await this.#relatedTo([sandboxFileName]))
    const files = testFilter ? [...new Set(testFilter.map(fileOfId))] : this.#related.get(source)
    this.#vitest.provide('mode', 'mutant')
    this.#vitest.provide('hitLimit', hitLimit ?? Number.MAX_SAFE_INTEGER)
    this.#vitest.provide('mutantActivation', mutantActivation)
    this.#vitest.provide('activeMutant', activeMutant.id)
    const covering = this.#findings.covered[activeMutant.id] ?? []
    const results = await this.#run(this.#inOrder(files, source, covering), patternOf(testFilter))
    return this.#verdictOf(results, source)
  }
  async dispose() {
    await this.#vitestRunner.dispose()
    await endThread()
  }
  #bailAfter(count) {
    for (const { config } of [this.#vitest, ...this.#vitest.projects]) config.bail = count
  }
  async #run(files, testNamePattern) {
    this.#vitest.state.filesMap.clear()
    for (const { config } of this.#vitest.projects) config.testNamePattern = testNamePattern
    const [project] = this.#vitest.projects
    await this.#vitest.runTestSpecifications(files.map((file) => project.createSpecification(resolve(file))))
    return this.#vitest.state.getFiles()
  }
  /** The test files that import one of these, however far away. */
  async #relatedTo(sources) {
    this.#vitest.config.related = sources?.map((file) => resolve(file))
    const specifications = await this.#vitest.getRelevantTestSpecifications()
    return specifications.map(({ moduleId }) => pathOf(moduleId))
  }
  /**
   * The likeliest to notice it first: those that noticed others of the same source, then those that come past it; of these those
   * that share a word of their path with it, then the quick ones.
   */
  #inOrder(files, source, covering) {
    const { milliseconds } = this.#findings
    const kills = this.#kills.get(source)
    const words = wordsOf(source)
    const rank = (file) =>
      (kills?.get(file) ?? 0) * 1e9 +
      (covering.includes(file) ? 1e8 : 0) +
      wordsOf(file).filter((word) => words.includes(word)).length * 1e6 -
      milliseconds[file]
    return files
      .filter((file) => file in milliseconds)
      .toSorted((a, b) => rank(b) - rank(a))
      .slice(0, MOST_FILES)
  }
  #verdictOf(results, source) {
    const tests = results.flatMap(testsOf)
    const nrOfTests = tests.length
    const test = tests.find(hasFailed)
    const file = test?.file ?? results.find(hasFailed)
    if (!file) {
      const [error] = this.#vitest.state.errorsSet
      if (error) return { status: 'killed', killedBy: [], failureMessage: String(error.message), nrOfTests }
      return { status: 'survived', nrOfTests }
    }
    const path = pathOf(file.filepath)
    if (!this.#kills.has(source)) this.#kills.set(source, new Map())
    this.#kills.get(source).set(path, (this.#kills.get(source).get(path) ?? 0) + 1)
    const failureMessage = (test && messageOf(test)) ?? messageOf(file) ?? 'a hook or the file itself failed'
    if (TIMED_OUT.test(failureMessage)) return { status: 'timeout', reason: failureMessage }
    const killedBy = test ? [idOf(test)] : testsOf(file).slice(0, 1).map(idOf)
    return { status: 'killed', killedBy, failureMessage, nrOfTests }
  }
}

const createHotRunner = (injector) =>
  new HotRunner(vitestPlugins[0].factory(injector), injector.resolve('logger'))
createHotRunner.inject = ['$injector']

export { strykerValidationSchema }
export const strykerPlugins = [{ kind: 'TestRunner', name: 'hot', factory: createHotRunner }]
