// Which file a module goes into. Left alone, the bundler makes a file of each set of pages that share something, and a
// deal would wait for forty of them; a phone asks for six at a time.

const PACKAGES = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie|zod|@tanstack)[\\/]/
/** What every page of the app loads: the router's own start, and what stands around each page. */
const ALWAYS = /[\\/](?:entry\.client|root|app[\\/]layout)\.tsx/
const DEAL = /[\\/]app[\\/]deal\.tsx/
const OTHERS = /[\\/]routes[\\/]app[\\/](?!(?:deal|layout)\.tsx)/
/** Parts of the deal's page that come after it. */
const LATER = /[\\/]deals[\\/](?:parts[\\/]side|chat[\\/]chat-panel|files[\\/]proof-panel)\.tsx/

/** One text; it is imported by a list of all texts, so who uses it stands in the code alone: `m.nav_home`. */
const TEXT = /[\\/]messages[\\/]compiled[\\/]messages[\\/](\w+)\.js$/
const LISTS = /[\\/]messages[\\/]compiled[\\/](?:messages|messages[\\/]_index)\.js$/
const USE = /\bm\.(\w+)/g

function nameOf(id, importersOf, isBeginning) {
  const from = beginnings(id, importersOf).filter(isBeginning)
  const some = (which) => from.some((one) => which.test(one))
  if (some(ALWAYS)) return 'app'
  if (some(DEAL)) return some(OTHERS) ? 'personal' : 'deal'
  return from.length > 0 && from.every((one) => LATER.test(one)) ? 'deal-later' : null
}

/** A module and all that load it, with whatever loads those. */
function beginnings(id, importersOf) {
  const seen = new Set([id])
  for (const one of seen)
    for (const importer of importersOf(one)) if (!LISTS.test(importer)) seen.add(importer)
  return [...seen]
}

/** As a plugin, since only one is told of every module. */
export function chunks() {
  const users = new Map()
  const byPage = (id, bundle) => {
    const text = TEXT.exec(id)?.[1]
    const importersOf = (one) =>
      one === id && text ? (users.get(text) ?? []) : (bundle.getModuleInfo(one)?.importers ?? [])
    const isBeginning = (one) => {
      const info = bundle.getModuleInfo(one)
      return info !== null && (info.isEntry || info.dynamicImporters.length > 0)
    }
    return nameOf(id, importersOf, isBeginning)
  }
  // a file takes in what its modules need, so what others need too is given out before
  const groups = [
    { name: 'base', test: PACKAGES, priority: 5 },
    ...['app', 'personal', 'deal', 'deal-later'].map((name, index) => ({
      name: (id, bundle) => (byPage(id, bundle) === name ? name : null),
      debugName: name,
      priority: 4 - index,
    })),
  ]
  return {
    name: 'chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      environments: {
        client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
      },
    }),
    moduleParsed({ id, code }) {
      if (id.includes('node_modules') || TEXT.test(id)) return
      for (const [, text] of (code ?? '').matchAll(USE)) users.set(text, [...(users.get(text) ?? []), id])
    },
  }
}
