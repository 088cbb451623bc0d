/** The pages beside the API: files, rendered pages, the application for its own paths, a real 404 for the rest. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SHELL_FILE } from '#core/site-settings.ts'
import { refusalText } from '#messages/error-text.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { RenderedFiles } from '#server/http/site/rendered-files.ts'
import { localeOf } from './errors.ts'

const SHARE_LINK = /^\/api\/transactions\/(?:shopping|services)\/?(?:\?|$)/

const pathOf = (url: string): string => {
  try {
    return decodeURI(url.split('?')[0] ?? '/').replace(/(.)\/+$/, '$1')
  } catch {
    return '/404'
  }
}

/** `/deals/:form_pk` → a pattern; `*` takes the rest. */
const matcher = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+()]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*$/, '.*')}$`,
  )

/** Whether HTML is asked for before JSON: a browser's address bar, not a script. */
function prefersHtml(request: FastifyRequest): boolean {
  const quality = (type: string): number => {
    for (const part of (request.headers.accept ?? '').split(',')) {
      const [name = '', ...params] = part.trim().split(';')
      if (name.trim().toLowerCase() !== type) continue
      const q = params.find((param) => param.trim().startsWith('q='))
      return q ? Number(q.trim().slice(2)) : 1
    }
    return 0
  }
  return quality('text/html') > quality('application/json')
}

function page(
  pages: RenderedFiles,
  patterns: RegExp[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  const path = pathOf(request.url)
  const file = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`
  const sent = path !== '/404' && path !== '/hi/404' ? pages.send(request, reply, file) : null
  if (sent) return sent
  if (patterns.some((pattern) => pattern.test(path)))
    return pages.send(request, reply.header('x-robots-tag', 'noindex'), SHELL_FILE)
  const missing = path.startsWith('/hi/') ? 'hi/404/index.html' : '404/index.html'
  return pages.send(request, reply, missing, 404)
}

export async function site(app: FastifyInstance, deps: AppDependencies): Promise<void> {
  const pages = deps.site && new RenderedFiles(deps.site.rendered.files)
  const appPatterns = deps.site?.rendered.appPaths.map(matcher) ?? []
  if (deps.site) await clientFiles(app, deps.site.clientDir)
  if (pages)
    app.get('/sw.js', { schema: { hide: true } }, (request, reply) => pages.send(request, reply, 'sw.js'))

  // the share link is a page and a call at one address (spec §7): the page holds no data of the deal
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !SHARE_LINK.test(request.url)) return
    reply.header('vary', 'Accept, Authorization').header('cache-control', 'no-store')
    reply.header('x-robots-tag', 'noindex')
    if (pages && prefersHtml(request)) return pages.send(request, reply, SHELL_FILE) ?? undefined
  })

  app.setNotFoundHandler((request, reply) => {
    const isCall = /^\/(?:api|auth)\//.test(request.url)
    const isLooking = request.method === 'GET' || request.method === 'HEAD'
    const accept = request.headers.accept ?? '*/*'
    const takesHtml = /text\/html|\*\/\*/.test(accept)
    const sent = pages && isLooking && !isCall && takesHtml ? page(pages, appPatterns, request, reply) : null
    return sent ?? notFound(request, reply)
  })
}

const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send({ message: refusalText('not_found', localeOf(request)), code: 'not_found' })

async function clientFiles(app: FastifyInstance, dir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dir,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    // version 10 hands over a FastifyReply, which its types do not say
    setHeaders: (reply: { header(name: string, value: string): unknown }, path: string) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  } as never)
}
