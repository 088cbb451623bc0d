/** Pages rendered at the start: text, compressed twins, and the script policy that fits each page's own inline scripts. */
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RenderedFile } from '#core/site-settings.ts'

interface ServedFile extends RenderedFile {
  /** Changes with the build and with the operator's settings alike. */
  readonly etag: string
  readonly type: string
  /** Of pages alone. */
  readonly policy: string | null
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64')

/** Hashes of a page's inline scripts: they run, and nothing that was put in later does. */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text]) => `'sha256-${sha256(text ?? '')}'`,
  )

/** What a page may load and run. */
export const policyOf = (html: string): string =>
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

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.md': 'text/markdown' }

function servedFile(file: RenderedFile): ServedFile {
  const isPage = file.name.endsWith('.html')
  return {
    ...file,
    etag: `W/"${sha256(file.body).slice(0, 27)}"`,
    type: `${TYPES[extname(file.name)] ?? 'text/javascript'}; charset=utf-8`,
    policy: isPage ? policyOf(Buffer.from(file.body).toString('utf8')) : null,
  }
}

function encodingFor(request: FastifyRequest): 'br' | 'gzip' | null {
  const accepts = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepts)) return 'br'
  return /\bgzip\b/.test(accepts) ? 'gzip' : null
}

/** Whether the browser has this very file already. */
const isUnchanged = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(etag)

export class RenderedFiles {
  readonly #files: ReadonlyMap<string, ServedFile>
  constructor(files: readonly RenderedFile[]) {
    this.#files = new Map(files.map((file) => [file.name, servedFile(file)]))
  }

  has(name: string): boolean {
    return this.#files.has(name)
  }

  /** Null when there is no such file. */
  send(request: FastifyRequest, reply: FastifyReply, name: string, status = 200): FastifyReply | null {
    const file = this.#files.get(name)
    if (!file) return null
    const encoding = encodingFor(request)
    if (encoding) reply.header('content-encoding', encoding)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    if (file.policy !== null) reply.header('content-security-policy', file.policy)
    const vary = reply.hasHeader('vary') ? `${reply.getHeader('vary')}, ` : ''
    reply.header('vary', `${vary}Accept-Encoding`).header('etag', file.etag)
    if (status === 200 && isUnchanged(request, file.etag)) return reply.code(304).send()
    const { buffer, byteOffset, byteLength } = encoding === null ? file.body : file[encoding]
    return reply
      .code(status)
      .type(file.type)
      .serializer((body: unknown) => body as string)
      .send(Buffer.from(buffer, byteOffset, byteLength))
  }
}
