// `npm run dev`: the pages from Vite on 5173, with what they ask for from a server that restarts when a file of it is
// saved. The built-in PostgreSQL is held by this process too, so that a restarted server finds it running. Vite and
// esbuild build what is asked for: nothing waits for a production build.
import { prepare, runCommand } from './lib/command.mjs'
import { DevServer } from './lib/dev-server.mjs'
import { compileMessages } from './lib/messages.mjs'

const API = ['/api', '/auth/users', '/healthz', '/readyz']

/** A part of the server, from its source. */
async function importSource(load) {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const source = await load()
  await unregister()
  return source
}

/** As the server reads them: which port, and whose database. */
async function readSettings() {
  const { readConfig } = await importSource(() => import('#server/config/config.ts'))
  return readConfig()
}

async function startDatabase({ databaseUrl, dataDir }) {
  if (databaseUrl) return null
  const { startEmbedded } = await importSource(() => import('#server/postgres/embedded/embedded.ts'))
  return startEmbedded(dataDir, (line) => console.log(line))
}

/** The pages in Vite read the operator's settings where the renderer of a built server puts them (web/lib/site.ts). */
async function siteSettings(config) {
  const [{ readOperatorContent }, { siteSettingsFrom }] = await importSource(() =>
    Promise.all([import('#server/config/operator-content.ts'), import('#server/http/site/open-site.ts')]),
  )
  const read = () => siteSettingsFrom(config, readOperatorContent(config.contentDir))
  return { folder: config.contentDir, read }
}

/** Vite hands to the server what is not a page. */
async function startPages(config) {
  const { createServer } = await import('vite')
  const { folder, read } = await siteSettings(config)
  globalThis.siteSettings = read()
  const target = `http://127.0.0.1:${config.port}`
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
  const config = await readSettings()
  const database = await startDatabase(config)
  const server = new DevServer()
  const stop = async () => {
    await server.stop()
    await database?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  await server.start()
  await startPages(config)
})
