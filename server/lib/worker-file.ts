/** Where a thread's file is: built beside the program, or a source that needs the TypeScript loader. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from './paths.ts'

interface WorkerFile {
  readonly filename: string
  readonly execArgv?: string[]
}

/** `folder` is the room of `server/` whose `worker.ts` it is. From the sources a thread does not inherit the loader. */
export function workerFile(folder: string): WorkerFile {
  if (import.meta.url.includes('/build/server/'))
    return { filename: join(packageRoot, 'build', 'server', folder, 'worker.js') }
  const tsx = createRequire(import.meta.url).resolve('tsx/package.json')
  const loader = new URL('dist/esm/api/index.mjs', pathToFileURL(tsx))
  const preload = encodeURIComponent(`import { register } from '${loader}'; register()`)
  return {
    filename: join(packageRoot, 'server', folder, 'worker.ts'),
    execArgv: ['--import', `data:text/javascript,${preload}`],
  }
}
