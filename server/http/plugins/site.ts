/** The built pages beside the API: files, prerendered pages, the application for its own paths, a real 404 for the rest. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusalText } from '../../../messages/error-text.ts'
import type { Deps } from '../deps.ts'
import { localeOf } from './errors.ts'
import { Html } from './html.ts'

const SHELL = '__spa-fallback.html'
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

/** The paths that the application draws in the browser, as the build wrote them down. */
function appPatterns(dir: string): RegExp[] {
  const file = join(dir, '..', 'pages.json')
  if (!existsSync(file)) return []
  const { app = [] } = JSON.parse(readFileSync(file, 'utf8')) as { app?: string[] }
  return app.map(matcher)
}

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
  html: Html,
  patterns: RegExp[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  const path = pathOf(request.url)
  const file = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`
  const isSafe = !path.includes('..') && !path.includes('\0')
  const sent = isSafe && path !== '/404' && path !== '/hi/404' ? html.send(request, reply, file) : null
  if (sent) return sent
  if (patterns.some((pattern) => pattern.test(path)))
    return html.send(request, reply.header('x-robots-tag', 'noindex'), SHELL)
  const missing = path.startsWith('/hi/') ? 'hi/404/index.html' : '404/index.html'
  return html.send(request, reply, missing, 404)
}

export async function site(app: FastifyInstance, deps: Deps): Promise<void> {
  const dir = deps.siteDir !== null && existsSync(deps.siteDir) ? deps.siteDir : null
  const html = dir === null ? null : new Html(dir)
  const patterns = dir === null ? [] : appPatterns(dir)
  if (dir !== null) await files(app, dir)

  // the share link is a page and a call at one address (spec §7): the page holds no data of the deal
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !SHARE_LINK.test(request.url)) return
    reply.header('vary', 'Accept, Authorization').header('cache-control', 'no-store')
    reply.header('x-robots-tag', 'noindex')
    if (html && prefersHtml(request)) return html.send(request, reply, SHELL) ?? undefined
  })

  app.setNotFoundHandler((request, reply) => {
    const isCall = /^\/(?:api|auth)\//.test(request.url)
    const isLooking = request.method === 'GET' || request.method === 'HEAD'
    const accept = request.headers.accept ?? '*/*'
    const takesHtml = /text\/html|\*\/\*/.test(accept)
    const sent = html && isLooking && !isCall && takesHtml ? page(html, patterns, request, reply) : null
    return sent ?? notFound(request, reply)
  })
}

const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send({ message: refusalText('not_found', localeOf(request)), code: 'not_found' })

async function files(app: FastifyInstance, dir: string): Promise<void> {
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
