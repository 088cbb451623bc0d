import { writeFile } from 'node:fs/promises'
import type { Config } from '@react-router/dev/config'
import { putEarly } from './scripts/setup/early.mjs'
import { buildServiceWorker } from './scripts/setup/service-worker.mjs'
import { appPaths, publicPaths } from './web/pages.ts'

export default {
  appDirectory: 'web',
  ssr: false,
  prerender: publicPaths(),
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
  },
  // What the server has to know of the site: which paths are the app's (all others are a 404), and the settings
  // that the pages were built with.
  buildEnd: async () => {
    const pages = {
      sandbox: (process.env.PAYMENTS ?? 'sandbox') === 'sandbox',
      origin: (process.env.PUBLIC_URL ?? '').replace(/\/$/, ''),
      app: appPaths(),
      public: publicPaths(),
    }
    await putEarly(appPaths())
    await buildServiceWorker(appPaths())
    await writeFile('build/pages.json', `${JSON.stringify(pages, null, 2)}\n`)
  },
} satisfies Config
