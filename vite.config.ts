import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { messageOptions } from '#scripts/lib/messages.mjs'
import { chunkLoading } from '#web/build/chunk-loading.ts'
import { manualChunks } from '#web/build/manual-chunks.ts'
import { keepPagesBundle } from '#web/build/render-bundle.ts'
import { stripContract } from '#web/build/strip-contract.ts'
import { stripZod } from '#web/build/strip-zod.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    // A build finds the messages compiled already (scripts/build); a dev server keeps them up to date itself.
    ...(command === 'serve' ? [paraglideVitePlugin(messageOptions)] : []),
    reactRouter(),
    stripZod(),
    stripContract(),
    manualChunks(),
    chunkLoading(),
    keepPagesBundle(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    // a schema that nobody uses does nothing: without this every page keeps those of the contract that it never asks for
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
}))
