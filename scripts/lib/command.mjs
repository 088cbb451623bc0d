// What every command shares: the check of Node.js, the preparation, and errors in one line. Syntax and imports, here and
// in what this imports, are those of Node.js 16, so that an old one is told what it needs.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, isBuilt } from './build.mjs'
import { installDependencies } from './dependencies.mjs'
import { locked } from './process-lock.mjs'
import { inRoot, root, stopWithChildren } from './run.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Amanat needs Node.js 20.19 or newer, and this is ${process.version}. See https://nodejs.org`)
  process.exit(1)
}

/** Runs a command; an error that explains itself is shown without its stack. */
export async function runCommand(work) {
  try {
    await work()
  } catch (error) {
    // of node:util's parseArgs, whose words name the argument
    const isPlain = error?.isPlain || String(error?.code).startsWith('ERR_PARSE_ARGS')
    console.error(isPlain ? error.message : error)
    process.exit(1)
  }
}

/**
 * In the project's folder, with its packages installed and what `work` builds; one process at a time. Until it is done,
 * Ctrl-C ends the children too.
 */
export async function prepare(work, { development = true } = {}) {
  process.chdir(root)
  const release = stopWithChildren()
  await locked(async () => {
    await installDependencies({ development })
    await work()
  })
  release()
}

/** Becomes a program of the built server. `takesPaths`: its arguments are files. */
export async function runBuilt(program, { takesPaths = true } = {}) {
  // npm has moved to the project's folder: a path that an operator gives starts at their own
  const from = process.env.INIT_CWD ?? process.cwd()
  await prepare(build, { development: !isBuilt() })
  process.setSourceMapsEnabled(true)
  if (takesPaths)
    process.argv = process.argv.map((argument, i) => (i < 2 ? argument : resolve(from, argument)))
  await import(pathToFileURL(inRoot('build', 'server', program)).href)
}
