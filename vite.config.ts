import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { manualChunks } from '#web/build/manual-chunks.ts'
import { keepPagesBundle } from '#web/build/render-bundle.ts'
import { stripZod } from '#web/build/strip-zod.ts'

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
    stripZod(),
    manualChunks(),
    keepPagesBundle(),
  ],
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true },
}))
