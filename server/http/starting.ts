/**
 * The port is held from the first moment of a start: a second server on it ends before it has migrated the database under
 * the first. Until the application is there, `/healthz` answers and everything else is asked to come back. A start that does
 * not migrate looks whether the port is free and lets it go: a proxy that asks nobody how they are takes a refused connection
 * to another server, and would hand an answer of 503 to the person.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { rawProblem } from './raw-problems.ts'

const ANSWER_WAITING_MS = 50
/** For a client that sends its request slowly. */
const MOST_CLOSING_MS = 500

/** The answer frees the port for the application. */
export async function holdPort({
  host,
  port,
  publicUrl,
  migrate,
}: Pick<Config, 'host' | 'port' | 'publicUrl' | 'migrate'>): Promise<() => Promise<void>> {
  // any free port: nobody else can have it
  if (port === 0) return async () => {}
  const headers = { ...securityHeaders(publicUrl.startsWith('https:')), 'retry-after': '1' }
  const server = createServer((request, response) => {
    if (request.url === '/healthz')
      return void response.writeHead(200, { ...headers, connection: 'close' }).end('{"status":"alive"}')
    const problem = { status: 503, code: 'unavailable', headers, requestId: randomUUID() }
    request.socket.end(rawProblem(problem))
  })
  server.listen({ host, port })
  await once(server, 'listening')
  if (!migrate) {
    server.close()
    await once(server, 'close')
    return async () => {}
  }
  return async () => {
    // loading the program kept requests waiting; a port that is closed over them resets them unanswered
    await sleep(ANSWER_WAITING_MS)
    const closed = once(server, 'close')
    server.close()
    const timer = setTimeout(() => server.closeAllConnections(), MOST_CLOSING_MS)
    await closed
    clearTimeout(timer)
  }
}
