// node_modules as package-lock.json says.
import { existsSync, readFileSync } from 'node:fs'
import { hashOf, isFresh, rebuild } from './build-cache.mjs'
import { inRoot, plainError, run, timed } from './run.mjs'

const readPackages = (path) => JSON.parse(readFileSync(inRoot(path), 'utf8')).packages

/** npm's own record of what it installed: right after an `npm install` by hand there is nothing to do. */
function isInstalled({ development }) {
  if (!existsSync(inRoot('node_modules', '.package-lock.json'))) return false
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, { version, dev, optional, devOptional, peer }]) =>
      path === '' ||
      (dev && !development) ||
      installed[path]?.version === version ||
      (!installed[path] && (optional || devOptional || peer)),
  )
}

/** With `development: false` the packages of an `npm ci --omit=dev` are enough. */
export async function installDependencies({ development = true } = {}) {
  if (!development && isInstalled({ development })) return
  const hash = hashOf(['package-lock.json'], process.version, process.platform, process.arch)
  if (isFresh('dependencies', hash)) return
  await rebuild('dependencies', hash, async () => {
    if (isInstalled({ development: true })) return
    // Without --include=dev, NODE_ENV=production leaves out what the build needs.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const { status } = await timed('Installing the packages', () => run('npm', args))
    if (status !== 0) throw plainError('npm ci failed; its output is above.')
  })
}
