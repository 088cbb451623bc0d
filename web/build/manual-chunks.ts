/**
 * Which file a module goes into. Without this the bundler makes a file of each set of pages that share something: a
 * deal would wait for forty of them, and a phone asks for six at a time.
 */
import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'
import { APP_PAGES } from '#web/pages.ts'

/** As rolldown hands them to a group: what is known of a module. */
interface ModuleFacts {
  readonly isEntry: boolean
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
}
interface ModuleGraph {
  getModuleInfo(id: string): ModuleFacts | null
}

const SIGN_IN = 'features/account/auth-page.tsx'
const DEAL = 'features/deals/deal-page.tsx'
/** What every page of the app loads: the router's own start, and what stands around each page. */
const ALWAYS = ['entry.client.tsx', 'root.tsx', 'features/app/app-layout.tsx']
/** The console may load a deal's files; as one of the others its desk would bring what it shows of a deal to every page. */
const OTHER_PAGES = APP_PAGES.filter(({ path, file }) => file !== DEAL && !path.startsWith('/admin')).map(
  ({ file }) => file,
)
const CONSOLE_PAGES = APP_PAGES.filter(({ path }) => path.startsWith('/admin')).map(({ file }) => file)
/** Parts of the deal's page that come when they are unfolded. */
const DEAL_LATER = [
  'panels/deal-timeline.tsx',
  'panels/terms-panel.tsx',
  'panels/deal-documents.tsx',
  'files/evidence-files.tsx',
  'files/file-view.tsx',
].map((file) => `features/deals/${file}`)

/** What is dealt in, as offers and deals show it: seven small files otherwise. */
const ITEM = ['ui/description.tsx', 'ui/item-photos.tsx', 'lib/use-item-photo.ts']

for (const file of [SIGN_IN, DEAL, ...ALWAYS, ...DEAL_LATER, ...ITEM])
  if (!existsSync(`web/${file}`)) throw new Error(`manual chunks name web/${file}, which does not exist`)

const ACCOUNT = /[\\/]web[\\/]features[\\/]account[\\/]/
/** For pages with rules of fields; one that shows and asks needs none. */
const ZOD = /[\\/]node_modules[\\/]zod[\\/]/
const PACKAGES = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie|@tanstack)[\\/]/
/** Pictures of what is dealt in are shown at once; the rest of what is shared is about complaints. */
const FILES = /[\\/]core[\\/](?:contract[\\/])?files\.ts$/
/** One message; a list of all messages imports it, so its users show in the code alone: `m.nav_home`. */
const MESSAGE = /[\\/]messages[\\/]compiled[\\/]messages[\\/](\w+)\.js$/
const MESSAGE_LISTS = /[\\/]messages[\\/]compiled[\\/](?:messages|messages[\\/]_index)\.js$/
const MESSAGE_USE = /\bm\.(\w+)/g

/** A page's entry is its file with a query of the router's. */
const isOneOf = (files: readonly string[]) => (id: string) => {
  const path = id.replaceAll('\\', '/').replace(/\?.*$/, '')
  return files.some((file) => path.endsWith(`/web/${file}`))
}

function chunkNameOf(entries: readonly string[]): string | null {
  if (entries.some(isOneOf(ALWAYS))) return 'app'
  if (entries.some(isOneOf([DEAL]))) return entries.some(isOneOf(OTHER_PAGES)) ? 'personal' : 'deal'
  if (!entries.some(isOneOf(DEAL_LATER))) return null
  // without a file of its own, another page would load all that comes after a deal for the one part that they share
  return entries.some(isOneOf(OTHER_PAGES))
    ? 'shared'
    : entries.every(isOneOf(DEAL_LATER))
      ? 'deal-later'
      : null
}

/** Words of signing in that other pages of the account have too: a file of each costs more than its words. */
const isOfSignIn = (entries: readonly string[]): boolean =>
  entries.length > 1 && entries.some(isOneOf([SIGN_IN])) && entries.every((entry) => ACCOUNT.test(entry))

/** Words that pages of the console share: each file of them would be named in the list of pages, which every page loads. */
const isOfConsole = (entries: readonly string[]): boolean =>
  entries.length > 1 && entries.every(isOneOf(CONSOLE_PAGES))

/** A module and all that load it, with whatever loads those. */
function withImporters(id: string, importersOf: (id: string) => readonly string[]): string[] {
  const reached = new Set([id])
  for (const module of reached)
    for (const importer of importersOf(module)) if (!MESSAGE_LISTS.test(importer)) reached.add(importer)
  return [...reached]
}

/** A plugin, since only a plugin is given every module's code. */
export function manualChunks(): Plugin {
  const users = new Map<string, string[]>()
  const chunkOf = (id: string, graph: ModuleGraph): string | null => {
    const message = MESSAGE.exec(id)?.[1]
    const importersOf = (module: string) =>
      module === id && message ? (users.get(message) ?? []) : (graph.getModuleInfo(module)?.importers ?? [])
    const isEntry = (module: string) => {
      const facts = graph.getModuleInfo(module)
      return facts !== null && (facts.isEntry || facts.dynamicImporters.length > 0)
    }
    const entries = withImporters(id, importersOf).filter(isEntry)
    const name = chunkNameOf(entries)
    if (name === null && message && isOfSignIn(entries)) return 'sign-in-words'
    if (name === null && message && isOfConsole(entries)) return 'console-words'
    return name === 'shared' && FILES.test(id) ? 'files' : name
  }
  // a chunk takes in what its modules need, so what others need too is given out before
  const groups = [
    { name: 'base', test: PACKAGES, priority: 9 },
    { name: 'zod', test: ZOD, priority: 9 },
    ...['app', 'personal', 'deal', 'files', 'shared', 'deal-later', 'sign-in-words', 'console-words'].map(
      (name, index) => ({
        name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === name ? name : null),
        debugName: name,
        priority: 8 - index,
      }),
    ),
    { name: (id: string) => (isOneOf(ITEM)(id) ? 'item' : null), debugName: 'item', priority: 1 },
  ]
  return {
    name: 'manual-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
    }),
    moduleParsed({ id, code }) {
      if (id.includes('node_modules') || MESSAGE.test(id)) return
      for (const [, message = ''] of (code ?? '').matchAll(MESSAGE_USE))
        users.set(message, [...(users.get(message) ?? []), id])
    },
  }
}
