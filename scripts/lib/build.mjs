// What the server runs and serves: build/client and build/site by React Router, build/server by esbuild. Neither the
// address nor anything else of the operator's is part of it.
import { readdirSync } from 'node:fs'
import { hashOf, isFresh, rebuild } from './build-cache.mjs'
import { compileMessages } from './messages.mjs'
import { inPackages, inRoot, runQuietly, timed } from './run.mjs'

const SHARED = ['core', 'messages', 'package-lock.json', 'project.inlang/settings.json', 'scripts/lib']
const WEB = ['web', 'public', 'content/generated', 'vite.config.ts', 'react-router.config.ts', ...SHARED]
const SERVER = ['server', ...SHARED]

/**
 * What each half of the build is made from. A process of test/site/one-build.test.ts asks for it by name.
 * @public
 */
export const hashes = () => ({ web: hashOf(WEB), server: hashOf(SERVER) })

const isFreshWeb = () => isFresh('web', hashOf(WEB), 'build/client/favicon.svg', 'build/site/worker.js')
// React Router empties build/server after each of its builds.
const isFreshServer = () => isFresh('server', hashOf(SERVER), 'build/server/main.js')

/** Then nothing is needed but the packages of an `npm ci --omit=dev`. */
export const isBuilt = () => isFreshWeb() && isFreshServer()

/** build/client and build/site. */
export async function buildPages() {
  await compileMessages()
  if (isFreshWeb()) return
  await rebuild('web', hashOf(WEB), () =>
    timed('Building the pages', async () => {
      const env = { ...process.env, NODE_ENV: 'production' }
      const tool = inPackages('@react-router', 'dev', 'bin.js')
      await runQuietly('Building the pages', process.execPath, [tool, 'build'], env)
    }),
  )
}

/** Each of these becomes a file that can be run by itself. */
function entries() {
  const commands = readdirSync(inRoot('server', 'cli')).filter((name) => name.endsWith('.ts'))
  const threads = ['pdf', 'statements'].map((room) => inRoot('server', room, 'worker.ts'))
  return [inRoot('server', 'main.ts'), ...threads, ...commands.map((name) => inRoot('server', 'cli', name))]
}

/**
 * esbuild's settings for the server, whichever folder it goes to.
 * @param {string} folder
 * @returns {import('esbuild').BuildOptions & { entryPoints: string[] }}
 */
export const serverBundle = (folder) => ({
  entryPoints: entries(),
  outdir: inRoot('build', folder),
  outbase: inRoot('server'),
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  sourcemap: 'linked',
  logLevel: 'warning',
})

/**
 * Into a folder of `build`, once. scripts/build.test.ts asks for it by name.
 * @public
 */
export async function bundleServer(folder) {
  const esbuild = await import('esbuild')
  await esbuild.build(serverBundle(folder))
  // its process would stay for the life of the server that this becomes
  await esbuild.stop()
}

/** build/server. */
async function buildServer() {
  await compileMessages()
  if (isFreshServer()) return
  await rebuild('server', hashOf(SERVER), () => bundleServer('server'))
}

export async function build() {
  if (isBuilt()) return
  await buildPages()
  await buildServer()
}
