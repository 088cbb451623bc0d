// Puts web/early.ts into the app's shell, with the parts that each of the app's addresses needs.
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { routerManifest } from './service-worker.mjs'

/** In the shell as React draws it (web/root.tsx). */
const PLACE = '/*early*/'

const name = (file) => file.replace('/assets/', '')
const pattern = (path) => path.replace(/[.+()]/g, '\\$&').replace(/:\w+/g, '[^/]+')

/** What a page needs beside what the shell asks for itself. */
function partsOf(manifest, id, shell) {
  const own = [manifest.routes[`${id.split(':')[0]}:app`], manifest.routes[id]]
  const files = own.flatMap((part) => [part.module, ...(part.imports ?? []), ...(part.css ?? [])])
  return [...new Set(files)].filter((file) => !shell.includes(file))
}

function pagesOf(manifest, app, shell) {
  const files = []
  const indexOf = (file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1)
  const pages = app.map((path) => {
    const id = path.startsWith('/hi/') ? `hi:${path.slice(3)}` : `en:${path}`
    return [pattern(path), partsOf(manifest, id, shell).map(name).map(indexOf)]
  })
  return { files, pages }
}

export async function putEarly(app) {
  const folder = inRoot('build', 'client')
  const place = `${folder}/__spa-fallback.html`
  const shell = readFileSync(place, 'utf8')
  if (!shell.includes(PLACE)) throw new Error('the shell has no place for what it asks for early')
  const { routes: manifest } = routerManifest(folder)
  const { files, pages } = pagesOf(manifest, app, shell)
  const esbuild = await import('esbuild')
  const { outputFiles } = await esbuild.build({
    entryPoints: [inRoot('web', 'early.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { FILES: JSON.stringify(files), PAGES: JSON.stringify(pages) },
    logLevel: 'warning',
  })
  // a text that would end the script is none of ours
  const code = outputFiles[0].text.trim().replaceAll('</', '<\\/')
  writeFileSync(
    place,
    shell.replace(PLACE, () => code),
  )
}
