import { defineConfig } from 'vitest/config'

const shared = { environment: 'node', restoreMocks: true } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{core,server,web,messages,content,scripts}/**/*.test.ts', 'test/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'db',
          include: ['test/{db,http}/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
