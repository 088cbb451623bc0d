// The tests that StrykerJS tries a break of the program against: `npm run mutants`.
import { statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The small ones first: a break that the tests beside its file notice is not tried against every cell of the matrix. */
class SmallestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizeOf = (file: TestSpecification): number => statSync(file.moduleId).size
    return [...files].sort(
      (a, b) => Number(isExhaustive(a)) - Number(isExhaustive(b)) || sizeOf(a) - sizeOf(b),
    )
  }
}
/** Short files of thousands of tests. */
const isExhaustive = ({ moduleId }: TestSpecification): boolean =>
  /\/(?:matrix|outcome|random-walks)\.test\.ts$/.test(moduleId)

const environment = 'node'
const SETS = {
  // a busy machine: a test that takes its time must not fail before anything is broken
  core: {
    environment,
    include: [process.env.MUTANTS_TESTS ?? '{core,messages}/**/*.test.ts'],
    testTimeout: 60_000,
  },
  services: {
    environment,
    include: [process.env.MUTANTS_TESTS ?? '{server/services,test/db,test/http}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
}

export default defineConfig({
  test: {
    ...(process.env.MUTANTS === 'services' ? SETS.services : SETS.core),
    sequence: { sequencer: SmallestFirst },
  },
})
