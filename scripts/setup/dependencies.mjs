// node_modules as package-lock.json says.
import { existsSync, readFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { plainError, run, timed } from './run.mjs'
import { hashOf, isFresh, stamped } from './stamp.mjs'

const readPackages = (path) => JSON.parse(readFileSync(inRoot(path), 'utf8')).packages

/** npm's own record of what it installed: right after an `npm install` by hand there is nothing to do. */
function isInstalled() {
  if (!existsSync(inRoot('node_modules', '.package-lock.json'))) return false
  const wanted = readPackages('package-lock.json')
  const found = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional, peer }]) =>
      path === '' || found[path]?.version === version || (!found[path] && (optional || devOptional || peer)),
  )
}

export async function installDependencies() {
  const hash = hashOf(['package-lock.json'], process.version, process.platform, process.arch)
  if (isFresh('dependencies', hash)) return
  await stamped('dependencies', hash, async () => {
    if (isInstalled()) return
    // Without --include=dev, NODE_ENV=production leaves out what the build needs.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const { status } = await timed('Installing the packages', () => run('npm', args))
    if (status !== 0) throw plainError('npm ci failed; its output is above.')
  })
}
