import { defineConfig } from 'vitest/config'

const shared = { environment: 'node', restoreMocks: true, unstubGlobals: true } as const

export default defineConfig({
  test: {
    // left to itself the runner keeps a core free, and on two cores that is half of them
    maxWorkers: '100%',
    // else each step reads the same TypeScript again: what one has read is kept by its content in node_modules
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          // two thirds of the time went into loading the same modules once a file; what a test stubs is taken back after it
          isolate: false,
          include: ['{core,server,web,messages,content,scripts}/**/*.test.ts', 'test/*.test.ts'],
        },
      },
      // of the built pages: `npm test -- site` builds them
      {
        test: {
          ...shared,
          name: 'site',
          include: ['test/site/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'db',
          // the application is loaded once for all files, not once a file: half of the time went there
          isolate: false,
          include: ['test/{db,http}/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts', 'test/support/bundle.ts'],
          // what hangs ends; the first test of a file makes its application cold, a minute on a machine that others use
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts', 'test/support/bundle.ts'],
          hookTimeout: 60_000,
          // the application is loaded once, as for the tests above
          isolate: false,
          // after the others and one at a time: these measure, and two cores are few
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
