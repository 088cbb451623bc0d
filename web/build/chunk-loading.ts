/** Puts web/lib/load-chunk.ts in the place of the helper that Vite wraps around each `import()` of the browser's code. */
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const HELPER = /vite\/preload-helper\.js$/
const OURS = resolve('web/lib/load-chunk.ts').replaceAll('\\', '/')

export function chunkLoading(): Plugin {
  let isReplaced = false
  return {
    name: 'chunk-loading',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      if (!HELPER.test(id)) return null
      isReplaced = true
      return `export { loadChunk as __vitePreload } from ${JSON.stringify(OURS)}`
    },
    generateBundle() {
      if (!isReplaced) throw new Error('Vite has no preload helper any more: look at chunk-loading.ts again')
    },
  }
}
