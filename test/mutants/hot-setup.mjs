// What hot-runner.mjs has each test file begin with: which break is on, or which breaks the file comes past.
import { afterAll, afterEach, beforeAll, beforeEach, inject, vi } from 'vitest'

globalThis.__stryker__ ??= {}
const stryker = globalThis.__stryker__

const testsOf = (suite) =>
  suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : task.type === 'test' ? [task] : []))
const idOf = (test) => {
  const names = []
  for (let each = test; each; each = each.suite) names.unshift(each.name)
  return `${test.file.name}#${names.join(' ').trim()}`
}

/** What runs while modules are loaded counts as static; what hooks or the time between two tests call, as of every test. */
function countCoverage() {
  stryker.activeMutant = undefined
  stryker.mutantCoverage ??= { static: {}, perTest: {} }
  const coverage = stryker.mutantCoverage
  const HOOKS = '(hooks)'
  beforeAll(() => {
    stryker.currentTestId = HOOKS
  })
  beforeEach(({ task }) => {
    stryker.currentTestId = idOf(task)
  })
  afterEach(() => {
    stryker.currentTestId = HOOKS
  })
  // the objects are emptied in place: instrumented modules that stay loaded hold on to the outer one
  // biome-ignore lint/correctness/noEmptyPattern: vitest gives the file only to a function that takes a pattern apart
  afterAll(({}, file) => {
    stryker.currentTestId = undefined
    const { static: atLoad, perTest } = coverage
    const { [HOOKS]: hooks = {}, ...ofTests } = perTest
    for (const test of testsOf(file)) ofTests[idOf(test)] = { ...hooks, ...ofTests[idOf(test)] }
    file.meta.mutantCoverage = { static: atLoad, perTest: ofTests }
    coverage.static = {}
    coverage.perTest = {}
  })
}

function switchBreakOn() {
  const mutant = inject('activeMutant')
  const loaded = inject('mutantActivation') === 'static' ? mutant : undefined
  // modules that were evaluated with another break in them, or without the one that they are to have
  if (stryker.loadedMutant !== loaded) vi.resetModules()
  stryker.loadedMutant = loaded
  stryker.activeMutant = mutant
  stryker.hitLimit = inject('hitLimit')
  stryker.hitCount = 0
  // what goes on after a file belongs to no break
  afterAll(() => {
    stryker.activeMutant = undefined
  })
}

if (inject('mode') === 'dry-run') countCoverage()
else switchBreakOn()
