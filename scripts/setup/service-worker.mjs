// build/client/sw.js: the service worker with the list of files that it keeps from the start.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'

/** Pages that open without a network; what only others need comes when they are first opened. */
const OFFLINE =
  /^(?:root|(?:en|hi):app|(?:en|hi):\/deals(?:\/:form_pk)?|(?:en|hi):\/account|(?:en|hi):\/login)$/

export const routerManifest = (folder) => {
  const name = readdirSync(`${folder}/assets`).find((file) => /^manifest-.*\.js$/.test(file))
  const text = readFileSync(`${folder}/assets/${name}`, 'utf8')
  return { name, routes: JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;\s*$/, '')) }
}

/** What a module loads later, with what that imports. */
function onDemand(folder, path) {
  const text = readFileSync(folder + path, 'utf8')
  const names = (code, pattern) => [...code.matchAll(pattern)].map(([, name]) => `/assets/${name}`)
  return names(text, /import\(\s*["'`]\.\/([\w.-]+\.js)["'`]\)/g).flatMap((part) => [
    part,
    ...names(readFileSync(folder + part, 'utf8'), /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g),
  ])
}

function filesOf(folder) {
  const { name, routes: manifest } = routerManifest(folder)
  const parts = Object.values(manifest.routes).filter(({ id }) => OFFLINE.test(id))
  const all = [manifest.entry, ...parts].flatMap((part) => [
    part.module,
    ...(part.imports ?? []),
    ...(part.css ?? []),
    part.clientMiddlewareModule,
    part.hydrateFallbackModule,
  ])
  const later = all
    .filter((path) => /\/(?:deal|deals)-[\w-]+\.js$/.test(path ?? ''))
    .flatMap((path) => onDemand(folder, path))
  const fonts = readdirSync(`${folder}/assets`)
    .filter((file) => /^mukta-.*\.woff2$/.test(file))
    .map((file) => `/assets/${file}`)
  return [...new Set([`/assets/${name}`, '/favicon.svg', ...fonts, ...later, ...all.filter(Boolean)])].sort()
}

export async function buildServiceWorker(app) {
  const folder = inRoot('build', 'client')
  const files = filesOf(folder)
  const version = createHash('sha256')
    .update(JSON.stringify(files))
    .update(readFileSync(`${folder}/__spa-fallback.html`))
    .digest('hex')
    .slice(0, 16)
  const esbuild = await import('esbuild')
  await esbuild.build({
    entryPoints: [inRoot('web', 'service-worker.ts')],
    outfile: `${folder}/sw.js`,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      VERSION: JSON.stringify(version),
      FILES: JSON.stringify(files),
      APP: JSON.stringify(app),
    },
    logLevel: 'warning',
  })
}
