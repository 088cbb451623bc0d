// `npm run dev`: the pages from Vite on 5173, with what they ask for from a server that restarts when a file of it is
// saved. The built-in PostgreSQL is held by this process too, so that a restarted server finds it running. Vite and
// esbuild build what is asked for: nothing waits for a production build.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { prepare, runCommand } from './lib/command.mjs'
import { DevServer } from './lib/dev-server.mjs'
import { compileMessages } from './lib/messages.mjs'
import { inRoot } from './lib/run.mjs'

const API = ['/api', '/auth/users', '/healthz', '/readyz']

/** A part of the server, from its source. */
async function importSource(load) {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const source = await load()
  await unregister()
  return source
}

async function startDatabase() {
  if (process.env.DATABASE_URL) return null
  const { startEmbedded } = await importSource(() => import('#server/postgres/embedded/embedded.ts'))
  return startEmbedded(resolve(process.env.DATA_DIR ?? 'data'), (line) => console.log(line))
}

/** The pages in Vite read the operator's settings where the renderer of a built server puts them (web/lib/site.ts). */
async function siteSettings() {
  const [{ readConfig }, { readOperatorContent }, { siteSettingsFrom }] = await importSource(() =>
    Promise.all([
      import('#server/config/config.ts'),
      import('#server/config/operator-content.ts'),
      import('#server/http/site/open-site.ts'),
    ]),
  )
  const config = readConfig()
  const read = () => siteSettingsFrom(config, readOperatorContent(config.contentDir))
  return { folder: config.contentDir, read }
}

/** Vite hands to the server what is not a page. */
async function startPages() {
  const { createServer } = await import('vite')
  const { folder, read } = await siteSettings()
  globalThis.siteSettings = read()
  const target = `http://127.0.0.1:${process.env.PORT ?? 3000}`
  const proxy = Object.fromEntries(API.map((path) => [path, target]))
  const vite = await createServer({ server: { proxy } })
  vite.watcher.add(folder).on('change', (file) => {
    if (!file.startsWith(folder)) return
    globalThis.siteSettings = read()
    void vite.restart()
  })
  await vite.listen()
  vite.printUrls()
  return vite
}

runCommand(async () => {
  await prepare(() => compileMessages())
  // the server reads it too; here it says which port and whose database
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'))
  const database = await startDatabase()
  const server = new DevServer()
  const stop = async () => {
    await server.stop()
    await database?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  await server.start()
  await startPages()
})
