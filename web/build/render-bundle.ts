/**
 * Keeps the pages' bundle for the server, which React Router deletes at the end of its build: the server renders the
 * pages with it when it starts (web/render), since what the operator sets is no part of the build.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

/** What the renderer reads. */
export const SITE_FOLDER = 'build/site'

export const keepPagesBundle = (): Plugin => ({
  name: 'keep-pages-bundle',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  config: () => ({
    environments: {
      ssr: {
        // the packages of pages are for development only, so none may be needed where it runs
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: { minify: true },
      },
    },
  }),
  generateBundle(_options, bundle) {
    rmSync(SITE_FOLDER, { recursive: true, force: true })
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      const path = `${SITE_FOLDER}/${file.isEntry ? 'pages.js' : file.fileName}`
      mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true })
      writeFileSync(path, file.code)
    }
  },
})

/** The thread that renders. */
export const buildRenderWorker = () =>
  build({
    entryPoints: ['web/render/worker.ts'],
    outfile: `${SITE_FOLDER}/worker.js`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
