import { build } from './build.mjs'
import { installDependencies } from './dependencies.mjs'
import { locked } from './lock.mjs'
import { root } from './paths.mjs'
import { stopWithChildren } from './run.mjs'

process.chdir(root)
stopWithChildren()
await locked(async () => {
  await installDependencies()
  await build()
})
