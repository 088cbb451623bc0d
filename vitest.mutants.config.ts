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
  core: { environment, include: ['{core,messages}/**/*.test.ts'] },
  services: {
    environment,
    include: ['server/services/**/*.test.ts', 'test/{db,http}/**/*.test.ts'],
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
