/** Builds web/offline/preload-script.ts with the files that each of the app's addresses needs; it stands in the shell's head. */
import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { PRELOAD_PLACEHOLDER } from '#web/lib/preload.ts'
import { APP_PAGES, appPaths } from '#web/pages.ts'
import type { ClientBundle } from './client-bundle.ts'

const patternOf = (path: string): string => path.replace(/[.+()]/g, '\\$&').replace(/:\w+/g, '[^/]+')
const sourceOf = (path: string): string =>
  APP_PAGES.find((page) => page.path === path.replace(/^\/hi(?=\/)/, ''))?.file ?? ''

/** Each file's name once, and per address the indexes of those that it needs beside what the shell names itself. */
function preloadsOf(bundle: ClientBundle, shell: string) {
  const files: string[] = []
  const indexOf = (file: string) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1)
  const pages = appPaths().map((path) => {
    const needed = bundle.filesOf(['features/app/app-layout.tsx', sourceOf(path)])
    const missing = needed.filter((file) => !shell.includes(file))
    return [patternOf(path), missing.map((file) => indexOf(file.replace('/assets/', '')))]
  })
  return { files, pages }
}

function fontOf(bundle: ClientBundle, script: string): string {
  const [file] = bundle.assets(new RegExp(`^mukta-${script}-.*\\.woff2$`))
  if (!file) throw new Error(`the headings have no font for ${script}`)
  return file.replace('/assets/', '')
}

/** `shell` is the app's document as it is rendered: what it names itself is not asked for twice. */
export async function buildPreload(outfile: string, bundle: ClientBundle, shell: string): Promise<void> {
  if (!shell.includes(PRELOAD_PLACEHOLDER)) throw new Error('the shell has no place for the preload script')
  const { files, pages } = preloadsOf(bundle, shell)
  const fonts = { en: fontOf(bundle, 'latin'), hi: fontOf(bundle, 'devanagari') }
  const { outputFiles } = await build({
    entryPoints: ['web/offline/preload-script.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: {
      FILES: JSON.stringify(files),
      PAGES: JSON.stringify(pages),
      FONTS: JSON.stringify(fonts),
    },
    logLevel: 'warning',
  })
  // `</` would end the script element
  writeFileSync(outfile, (outputFiles[0]?.text ?? '').trim().replaceAll('</', '<\\/'))
}
