/**
 * What `import()` of a part goes through, in the place of Vite's own helper (web/build/chunk-loading.ts). A browser
 * remembers for the life of the page that a module could not be fetched (Chromium up to version 150, and whatever is
 * built on it), so asking for it again would fail at once. Hence the files come first, by a fetch that can be repeated,
 * and only what has come is imported, from the browser's cache.
 */
const loading = new Map<string, Promise<unknown>>()

/** What the document asks for itself is there, or on its way; a style that is only preloaded is not applied yet. */
const isNamed = (address: string, isStyle: boolean) =>
  [...document.querySelectorAll(isStyle ? 'link[rel=stylesheet]' : 'link')].some(
    (link) => link.getAttribute('href') === address,
  )

async function loadScript(address: string): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  // only an answer that was read to its end is cached
  await answer.arrayBuffer()
}

function loadStyle(address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${address} was not loaded`))
    })
    document.head.append(link)
  })
}

function loadOnce(file: string): Promise<unknown> {
  const address = `/${file}`
  const started = loading.get(address)
  if (started) return started
  const isStyle = address.endsWith('.css')
  if (isNamed(address, isStyle)) return Promise.resolve()
  const attempt = (isStyle ? loadStyle : loadScript)(address)
  loading.set(address, attempt)
  attempt.catch(() => loading.delete(address))
  return attempt
}

/** `files` are the part's own, those that it imports, and their styles. */
export const loadChunk = <Module>(
  importChunk: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> => Promise.all(files.map(loadOnce)).then(importChunk)
