/** Refusals that are written to the socket itself: there is no reply yet, or no longer one. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusalText } from '#messages/error-text.ts'
import type { Headers } from './plugins/security-headers.ts'

interface RawProblem {
  readonly status: number
  readonly code: string
  readonly headers: Headers
  readonly requestId: string
}

export function rawProblem({ status, code, headers, requestId }: RawProblem): string {
  const body = JSON.stringify({ message: refusalText(code, 'en'), code, request_id: requestId })
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** What the parser of the wire says of bytes that are no request. */
const PARSER_PROBLEMS: Readonly<Record<string, { status: number; code: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large' },
}

export const onClientError =
  (headers: Headers) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const problem = PARSER_PROBLEMS[error.code ?? ''] ?? { status: 400, code: 'bad_request' }
    if (socket.writable) socket.write(rawProblem({ ...problem, headers, requestId: randomUUID() }))
    socket.destroy(error)
  }
