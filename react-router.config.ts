import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import type { Config } from '@react-router/dev/config'
import { readClientBundle } from '#web/build/client-bundle.ts'
import { precompress } from '#web/build/precompress.ts'
import { buildPreload } from '#web/build/preload.ts'
import { buildRenderWorker, SITE_FOLDER } from '#web/build/render-bundle.ts'
import { buildServiceWorker } from '#web/build/service-worker.ts'
import { publicPaths } from '#web/pages.ts'

const CLIENT = 'build/client'
const PAGE_FOLDERS = new Set(publicPaths().map((path) => path.split('/')[1]))

/** React Router renders the pages while it builds, without the operator's settings: nobody is served those. */
async function removeRenderedPages(): Promise<void> {
  const entries = await readdir(CLIENT, { withFileTypes: true })
  const pages = entries.filter((entry) => entry.name.endsWith('.html') || PAGE_FOLDERS.has(entry.name))
  await Promise.all(pages.map(({ name }) => rm(`${CLIENT}/${name}`, { recursive: true })))
}

export default {
  appDirectory: 'web',
  ssr: false,
  prerender: publicPaths(),
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
  buildEnd: async () => {
    const bundle = readClientBundle(CLIENT)
    const shell = readFileSync(`${CLIENT}/__spa-fallback.html`, 'utf8')
    await buildPreload(`${SITE_FOLDER}/preload.js`, bundle, shell)
    await buildServiceWorker(`${SITE_FOLDER}/sw.js`, bundle)
    await buildRenderWorker()
    // Vite's manifest is for this build alone
    await rm(`${CLIENT}/.vite`, { recursive: true })
    await removeRenderedPages()
    await precompress(CLIENT)
  },
} satisfies Config
