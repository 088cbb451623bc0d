import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { environment: 'node', include: ['{core,messages}/**/*.test.ts'] },
})
