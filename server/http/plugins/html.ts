/** Built pages, read once: text, compressed twins, and the script policy that fits each page's own inline scripts. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Page {
  readonly policy: string
  readonly html: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

/** Hashes of a page's inline scripts: they run, and nothing that was put in later does. */
function scriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return scripts.map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}

const policyOf = (html: string): string =>
  [
    `default-src 'self'`,
    ['script-src', `'self'`, ...new Set(scriptHashes(html))].join(' '),
    // Mantine sets style attributes
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

export class Html {
  readonly #dir: string
  readonly #pages = new Map<string, Page | null>()
  constructor(dir: string) {
    this.#dir = dir
  }

  #read(file: string): Page | null {
    const path = join(this.#dir, file)
    const twin = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : null)
    const html = twin('')
    return html && { html, policy: policyOf(html.toString('utf8')), br: twin('.br'), gzip: twin('.gz') }
  }

  find(file: string): Page | null {
    const seen = this.#pages.get(file)
    if (seen !== undefined) return seen
    const page = this.#read(file)
    // only what is there is remembered, so that made-up paths cannot fill the memory
    if (page) this.#pages.set(file, page)
    return page
  }

  /** Null when there is no such page. */
  send(request: FastifyRequest, reply: FastifyReply, file: string, status = 200): FastifyReply | null {
    const page = this.find(file)
    if (!page) return null
    const accepts = request.headers['accept-encoding'] ?? ''
    const encoding =
      page.br && /\bbr\b/.test(accepts) ? 'br' : page.gzip && /\bgzip\b/.test(accepts) ? 'gzip' : null
    if (encoding) reply.header('content-encoding', encoding)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    reply.header(
      'vary',
      reply.hasHeader('vary') ? `${reply.getHeader('vary')}, Accept-Encoding` : 'Accept-Encoding',
    )
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .serializer((body: unknown) => body as string)
      .send(encoding === null ? page.html : page[encoding])
  }
}
