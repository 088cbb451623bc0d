/** Builds sw.js: the service worker with the list of files that it caches when it is installed. */
import { createHash } from 'node:crypto'
import { build } from 'esbuild'
import { APP_PAGES, LOCALE_PREFIXES } from '#web/pages.ts'
import type { ClientBundle } from './client-bundle.ts'

/** Pages that open without a network; what only others need is cached when they are first opened. */
const OFFLINE_PATHS = ['/login', '/account', '/deals', '/deals/:form_pk']
const OFFLINE_PAGES = APP_PAGES.filter(({ path }) => OFFLINE_PATHS.includes(path)).map(({ file }) => file)
const OFFLINE_SOURCES = ['entry.client.tsx', 'root.tsx', 'features/app/app-layout.tsx', ...OFFLINE_PAGES]

function cachedFiles(bundle: ClientBundle): string[] {
  const files = [
    ...bundle.assets(/^(?:manifest-.*\.js|mukta-.*\.woff2)$/),
    '/favicon.svg',
    ...bundle.filesOf(OFFLINE_SOURCES),
    ...bundle.onDemandOf(OFFLINE_SOURCES),
  ]
  return [...new Set(files)].sort()
}

/** Each address of the app with the script of its page: without it the shell would load itself again and again. */
const scriptsOfPages = (bundle: ClientBundle) =>
  APP_PAGES.flatMap(({ path, file }) => {
    const [script = ''] = bundle.filesOf([file])
    return LOCALE_PREFIXES.map((prefix) => [prefix + path, script] as const)
  })

/** `%SHELL%` is filled in by the renderer, with the version of the shell that it rendered (web/render/worker.ts). */
export async function buildServiceWorker(outfile: string, bundle: ClientBundle): Promise<void> {
  const files = cachedFiles(bundle)
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 8)
  await build({
    entryPoints: ['web/offline/service-worker.ts'],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      VERSION: JSON.stringify(`${version}%SHELL%`),
      FILES: JSON.stringify(files),
      APP: JSON.stringify(scriptsOfPages(bundle)),
    },
    logLevel: 'warning',
  })
}
