/** The built pages beside the API: files, prerendered pages, the application for its own paths, a real 404 for the rest. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusalText } from '../../../messages/error-text.ts'
import type { Deps } from '../deps.ts'
import { localeOf } from './errors.ts'

interface Pages {
  /** Prerendered paths, and patterns of paths that the application draws. */
  readonly prerendered: readonly string[]
  readonly app: readonly string[]
}

const wantsHtml = (request: FastifyRequest): boolean => /\btext\/html\b/.test(request.headers.accept ?? '')

/** Hashes of a page's inline scripts: they run, and nothing that was put in later does. */
function scriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
  return scripts.map(
    ([, , text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}

const policyOf = (html: string): string =>
  [
    `default-src 'self'`,
    `script-src 'self' ${[...new Set(scriptHashes(html))].join(' ')}`.trim(),
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

class Html {
  readonly #dir: string
  readonly #pages = new Map<string, { html: string; policy: string } | null>()
  constructor(dir: string) {
    this.#dir = dir
  }
  read(file: string): { html: string; policy: string } | null {
    const seen = this.#pages.get(file)
    if (seen !== undefined) return seen
    const path = join(this.#dir, file)
    const html = existsSync(path) ? readFileSync(path, 'utf8') : null
    const page = html === null ? null : { html, policy: policyOf(html) }
    this.#pages.set(file, page)
    return page
  }
  send(reply: FastifyReply, file: string, status = 200): FastifyReply | null {
    const page = this.read(file)
    if (!page) return null
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .header('cache-control', 'no-cache')
      .serializer((text: unknown) => String(text))
      .send(page.html)
  }
}

const bare = (url: string): string => decodeURI(url.split('?')[0] ?? '/').replace(/(.)\/+$/, '$1')

const matcher = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+]/g, '\\$&')
      .replace(/\/:[^/]+/g, '/[^/]+')
      .replace(/\*$/, '.*')}/?$`,
  )

function readPages(dir: string): Pages {
  const file = join(dir, '..', 'pages.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Pages) : { prerendered: [], app: [] }
}

export async function site(app: FastifyInstance, deps: Deps): Promise<void> {
  const dir = deps.siteDir !== null && existsSync(deps.siteDir) ? deps.siteDir : null
  if (dir) {
    await app.register(fastifyStatic, {
      root: dir,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
      setHeaders: (reply: { header(name: string, value: string): unknown }, path: string) => {
        const isHashed = path.includes('/assets/')
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        )
      },
    } as never)
  }
  const html = dir ? new Html(dir) : null
  const pages = dir ? readPages(dir) : { prerendered: [], app: [] }
  const appPaths = pages.app.map(matcher)

  const page = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
    if (!html) return null
    const path = bare(request.url)
    const file = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`
    if (!path.includes('..') && html.read(file)) return html.send(reply, file)
    if (appPaths.some((pattern) => pattern.test(path))) return html.send(reply, '__spa-fallback.html')
    return html.send(reply, '404/index.html', 404) ?? html.send(reply, '__spa-fallback.html', 404)
  }

  // the share link is a page and a call at one address (spec §7): the page holds no data of the deal
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/api\/transactions\/(shopping|services)\/?(\?|$)/.test(request.url) || request.method !== 'GET')
      return
    reply.header('vary', 'Accept, Authorization').header('cache-control', 'no-store')
    if (!prefersHtml(request) || !html) return
    const sent = html.send(reply, '__spa-fallback.html')
    if (sent) {
      sent.header('cache-control', 'no-store')
      return sent
    }
  })

  app.setNotFoundHandler((request, reply) => {
    const isCall = request.url.startsWith('/api/') || request.url.startsWith('/auth/')
    const isLooking = request.method === 'GET' || request.method === 'HEAD'
    const sent =
      isLooking && !isCall && (wantsHtml(request) || !request.headers.accept) ? page(request, reply) : null
    return (
      sent ??
      reply
        .code(404)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ message: refusalText('not_found', localeOf(request)), code: 'not_found' }))
    )
  })
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
