// What the server runs and serves: build/client by React Router, build/server by esbuild.
import { existsSync, readdirSync } from 'node:fs'
import { compileMessages } from './messages.mjs'
import { inRoot } from './paths.mjs'
import { precompress } from './precompress.mjs'
import { runQuietly, timed } from './run.mjs'
import { hashOf, isFresh, stamped } from './stamp.mjs'

const SHARED = [
  'core',
  'messages',
  'content',
  'package-lock.json',
  'project.inlang/settings.json',
  'scripts/setup',
]
const WEB = ['web', 'public', 'vite.config.ts', 'react-router.config.ts', ...SHARED]
const SERVER = ['server', ...SHARED]

const hasWeb = () => existsSync(inRoot('react-router.config.ts'))

async function buildWeb() {
  // These two are built into the pages.
  const hash = hashOf(WEB, process.env.PAYMENTS ?? '', process.env.PUBLIC_URL ?? '')
  if (!hasWeb() || isFresh('web', hash, 'build/client/index.html')) return
  await stamped('web', hash, () =>
    timed('Building the pages', async () => {
      const env = { ...process.env, NODE_ENV: 'production' }
      const tool = inRoot('node_modules', '@react-router', 'dev', 'bin.js')
      await runQuietly('Building the pages', process.execPath, [tool, 'build'], env)
      await precompress(inRoot('build', 'client'))
    }),
  )
}

function entries() {
  const tools = existsSync(inRoot('server', 'cli')) ? readdirSync(inRoot('server', 'cli')) : []
  const commands = tools.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  // a thread is started from a file of its own
  const threads = [inRoot('server', 'pdf', 'worker.ts')]
  return [inRoot('server', 'main.ts'), ...threads, ...commands.map((name) => inRoot('server', 'cli', name))]
}

async function buildServer() {
  const hash = hashOf(SERVER)
  // React Router empties build/server after each of its builds.
  if (isFresh('server', hash, 'build/server/main.js')) return
  await stamped('server', hash, async () => {
    const esbuild = await import('esbuild')
    await esbuild.build({
      entryPoints: entries(),
      outdir: inRoot('build', 'server'),
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
  })
}

export async function build() {
  await compileMessages()
  await buildWeb()
  await buildServer()
}
