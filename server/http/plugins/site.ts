/** The pages beside the API: files, rendered pages, the application for its own paths, a real 404 for the rest. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RenderedSite, SHARE_SHELL_FILE, SHELL_FILE } from '#core/site-settings.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { prefersHtml } from '#server/http/prefers-html.ts'
import { fromCurrentPages } from '#server/http/site/open-site.ts'
import { RenderedFiles } from '#server/http/site/rendered-files.ts'
import { type AllowedMethods, matcher } from './allowed-methods.ts'
import { sendProblem } from './errors.ts'
import { FILE_POLICY } from './security-headers.ts'

const SHARE_LINK = /^\/api\/transactions\/(?:shopping|services)\/?(?:\?|$)/

const pathOf = (url: string): string => {
  try {
    return decodeURI(url.split('?')[0] ?? '/').replace(/(.)\/+$/, '$1')
  } catch {
    return '/404'
  }
}

const PAGE_METHODS = ['GET', 'HEAD']

interface Pages {
  readonly files: RenderedFiles
  readonly appPatterns: readonly RegExp[]
}

/** The file of a page's address; null when there is none. */
function pageFile({ files, appPatterns }: Pages, path: string): string | null {
  if (path.endsWith('.md') && files.has(path.slice(1))) return path.slice(1)
  const file = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`
  if (path !== '/404' && path !== '/hi/404' && files.has(file)) return file
  return appPatterns.some((pattern) => pattern.test(path)) ? SHELL_FILE : null
}

function sendPage(pages: Pages, request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const path = pathOf(request.url)
  const file = pageFile(pages, path)
  if (file === SHELL_FILE) reply.header('x-robots-tag', 'noindex')
  if (file?.endsWith('.md')) reply.header('content-security-policy', FILE_POLICY)
  if (file !== null) return pages.files.send(request, reply, file)
  const missing = path.startsWith('/hi/') ? 'hi/404/index.html' : '404/index.html'
  return pages.files.send(request, reply, missing, 404)
}

const pagesOf = ({ files, appPaths }: RenderedSite): Pages => ({
  files: new RenderedFiles(files),
  appPatterns: appPaths.map(matcher),
})

export async function site(
  app: FastifyInstance,
  deps: AppDependencies,
  allowed: AllowedMethods,
): Promise<void> {
  const currentPages = deps.site && fromCurrentPages(deps.site, pagesOf)
  if (deps.site) await clientFiles(app, deps.site.clientDir)
  if (currentPages)
    app.get('/sw.js', { schema: { hide: true } }, (request, reply) =>
      currentPages().files.send(request, reply.header('content-security-policy', FILE_POLICY), 'sw.js'),
    )

  // the share link is a page and a call at one address (spec §7): the page holds no data of the deal
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !SHARE_LINK.test(request.url)) return
    reply.header('vary', 'Accept, Authorization').header('cache-control', 'no-store')
    reply.header('x-robots-tag', 'noindex')
    if (currentPages && prefersHtml(request))
      return currentPages().files.send(request, reply, SHARE_SHELL_FILE) ?? undefined
  })

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    const isCall = /^\/(?:api|auth)\//.test(request.url)
    const isLooking = PAGE_METHODS.includes(request.method)
    const pages = currentPages?.() ?? null
    const isPage = pages !== null && !isCall && !isLooking && pageFile(pages, path) !== null
    const methods = isPage ? PAGE_METHODS : allowed(path)
    if (methods.length > 0 && !methods.includes(request.method))
      return sendProblem(request, reply.header('allow', methods.join(', ')), 405, 'method_not_allowed')
    const takesHtml = /text\/(?:html|markdown|\*)|\*\/\*/.test(request.headers.accept ?? '*/*')
    const sent = pages && isLooking && !isCall && takesHtml ? sendPage(pages, request, reply) : null
    return sent ?? sendProblem(request, reply, 404, 'not_found')
  })
}

async function clientFiles(app: FastifyInstance, dir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dir,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    // version 10 hands over a FastifyReply, which its types do not say
    setHeaders: (reply: { header(name: string, value: string): unknown }, path: string) => {
      // a file of another content has another name
      const isNamedByContent = /\/(?:assets|fonts)\//.test(path)
      reply.header('content-security-policy', FILE_POLICY)
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  } as never)
}
