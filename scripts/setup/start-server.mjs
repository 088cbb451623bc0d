import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { installDependencies } from './dependencies.mjs'
import { locked } from './lock.mjs'
import { root } from './paths.mjs'
import { stopWithChildren } from './run.mjs'

process.chdir(root)

const release = stopWithChildren()
await locked(async () => {
  await installDependencies()
  await build()
})
release()

process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(root, 'build', 'server', 'main.js')).href)
