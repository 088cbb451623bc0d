// The tests that StrykerJS tries a break of the program against: `npm run mutants`.
import { defineConfig } from 'vitest/config'

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
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
  },
}

export default defineConfig({
  test: process.env.MUTANTS === 'services' ? SETS.services : SETS.core,
})
