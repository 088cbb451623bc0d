import { build } from './build.mjs'
import { installDependencies } from './dependencies.mjs'
import { locked } from './lock.mjs'
import { inRoot, root } from './paths.mjs'
import { run, stopWithChildren } from './run.mjs'

process.chdir(root)
stopWithChildren()
await locked(async () => {
  await installDependencies()
  // Once: the server hands out the built pages to whoever asks it directly.
  await build()
})

run(process.execPath, ['--watch', '--import', 'tsx', inRoot('server', 'main.ts')])

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const { createServer } = await import('vite')
const vite = await createServer({
  server: { proxy: { '/api': server, '/auth/users': server, '/healthz': server, '/readyz': server } },
})
await vite.listen()
vite.printUrls()
