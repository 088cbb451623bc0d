import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// One server for the run, over a database of its own that starts empty and gets the demo.
const port = Number(process.env.E2E_PORT ?? 4390)
const dataDir = join(tmpdir(), `amanat-e2e-${process.pid}`)
const SCREENS = /e2e\/screens\/.*\.spec\.ts$/
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    actionTimeout: 15_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // recording each walk takes a fifth of its time: `npx playwright test --trace on` when one is wanted
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: SCREENS,
      // as in a private window; installed anew for each walk it takes a fifth of the time, and the phone's have it
      use: { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' },
    },
    {
      name: 'phone',
      testIgnore: SCREENS,
      use: { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true },
    },
    // takes its own sizes
    { name: 'screens', testMatch: SCREENS, use: { screenshot: 'off' } },
  ],
  webServer: {
    command: 'node build/server/main.js',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      // not a developer's .env
      ENV_FILE: '/dev/null',
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR ?? dataDir,
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'warn',
      // a second Admin beside the demo's: what one has done another approves
      ADMIN_PHONE: '9000000009',
      ADMIN_EMAIL: 'second.admin@example.com',
      ADMIN_PASSWORD: 'Amanat@2026',
    },
  },
})
