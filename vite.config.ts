import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunks } from './scripts/setup/chunks.mjs'
import { leanZod } from './scripts/setup/lean-zod.mjs'

// Settings that a prerendered page has to know when it is built. scripts/start rebuilds when one changes, and
// build/pages.json carries them so that the server can tell.
const sandbox = (process.env.PAYMENTS ?? 'sandbox') === 'sandbox'
const origin = process.env.PUBLIC_URL ?? ''

export default defineConfig(({ command }) => ({
  plugins: [
    // A build finds the messages compiled already (scripts/build); a dev server keeps them up to date itself.
    ...(command === 'serve'
      ? [
          paraglideVitePlugin({
            project: './project.inlang',
            outdir: './messages/compiled',
            strategy: ['url', 'baseLocale'],
          }),
        ]
      : []),
    reactRouter(),
    leanZod(),
    chunks(),
  ],
  define: {
    'import.meta.env.SANDBOX': JSON.stringify(sandbox),
    'import.meta.env.ORIGIN': JSON.stringify(origin.replace(/\/$/, '')),
  },
  resolve: { alias: { '~': new URL('./web', import.meta.url).pathname } },
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0 },
}))
