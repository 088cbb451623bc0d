// Another version of Node.js than the one that runs: from the registry, whose packages carry the program itself. Only
// `node` fetches one in a script of its own; the packages that it would fetch have none.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { inRoot, plainError, run } from './run.mjs'

/** The versions that are tried; `NODE_PACKAGE` of each system is the registry's `node-<system>-<processor>`. */
export const VERSIONS = { 22: '22.23.3', 24: '24.21.0' }

const { platform, arch } = process
const NODE_PACKAGE = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`

/** The path of its program, which is installed in `build` where it is not there yet. */
export async function installNode(major) {
  const version = VERSIONS[major]
  if (!version) throw plainError(`Node.js ${major}: one of ${Object.keys(VERSIONS).join(', ')}.`)
  const folder = inRoot('build', 'node', version)
  const place = `${folder}/node_modules/${NODE_PACKAGE}`
  if (!existsSync(`${place}/bin/node`)) {
    mkdirSync(folder, { recursive: true })
    const what = `${NODE_PACKAGE}@${version}`
    const args = ['install', '--no-save', '--ignore-scripts', '--loglevel=error', '--prefix', folder, what]
    const { status } = await run('npm', args)
    if (status !== 0) throw plainError(`${what} could not be installed; npm's words are above.`)
  }
  const { bin } = JSON.parse(readFileSync(`${place}/package.json`, 'utf8'))
  return `${place}/${bin.node}`
}

/** The environment in which `node` is that program, for what is started by its name. */
export const environmentOf = (program) => ({
  ...process.env,
  PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}`,
})
