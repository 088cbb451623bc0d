/** Every page of the site as HTML. Part of the pages' own bundle, so that there is one React and one router. */
import { createRequestHandler, type ServerBuild } from 'react-router'
import { SHARE_SHELL_FILE, SHELL_FILE } from '#core/site-settings.ts'
import { paraglideMiddleware } from '#messages/compiled/server.js'
import { fill } from '#web/features/public/figures.ts'
import { documentText } from '#web/lib/site.ts'
import { appPaths, DOCUMENTS, LOCALE_PREFIXES, publicPaths } from '#web/pages.ts'

export interface RenderedPages {
  readonly pages: readonly { readonly name: string; readonly html: string }[]
  readonly publicPaths: readonly string[]
  readonly appPaths: readonly string[]
}

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}/index.html`)

export async function renderPages(build: ServerBuild): Promise<RenderedPages> {
  let firstError: unknown
  const onError = (error: unknown) => {
    firstError ??= error
  }
  const entry = { ...build.entry, module: { ...build.entry.module, handleError: onError } }
  const handle = createRequestHandler({ ...build, entry }, 'production')
  const render = async (path: string, name: string) => {
    const response = await handle(new Request(`http://localhost${encodeURI(path)}`))
    const html = await response.text()
    // a page that fails is answered with the page for errors
    if (response.status !== 200) throw firstError ?? new Error(`${path} has the status ${response.status}`)
    return { name, html }
  }
  const pages = []
  for (const path of publicPaths()) pages.push(await render(path, fileOf(path)))
  // any address that is not prerendered gives the shell: the app's document down to its root
  pages.push(await render('/login', SHELL_FILE))
  pages.push(await render('/api/transactions/shopping', SHARE_SHELL_FILE))
  for (const prefix of LOCALE_PREFIXES)
    for (const [path, names] of Object.entries(DOCUMENTS))
      pages.push({ name: `${prefix}${path}.md`.slice(1), html: await markdown(prefix, names) })
  return { pages, publicPaths: publicPaths(), appPaths: appPaths() }
}

/** The text as the operator wrote it, with the figures in force. */
async function markdown(prefix: string, names: readonly string[]): Promise<string> {
  const response = await paraglideMiddleware(new Request(`http://localhost${prefix}/`), () => {
    const texts = names.map((name) => fill(documentText(name) ?? '').trim())
    return new Response(`${texts.join('\n\n')}\n`)
  })
  return response.text()
}
