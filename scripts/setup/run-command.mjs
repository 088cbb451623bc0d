// A command of server/cli, after what `npm start` does before it starts.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { installDependencies } from './dependencies.mjs'
import { locked } from './lock.mjs'
import { root } from './paths.mjs'
import { stopWithChildren } from './run.mjs'

/** Paths that a person gives are from where that person stands: npm itself has moved to the project's folder. */
export async function runCommand(name) {
  const from = process.env.INIT_CWD ?? process.cwd()
  process.chdir(root)
  const release = stopWithChildren()
  await locked(async () => {
    await installDependencies()
    await build()
  })
  release()
  process.setSourceMapsEnabled(true)
  process.argv = process.argv.map((arg, i) => (i < 2 ? arg : resolve(from, arg)))
  await import(pathToFileURL(join(root, 'build', 'server', 'cli', `${name}.js`)).href)
}
