/** Receives what a program sends over HTTP, such as traces and errors, and answers 200. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Receipt {
  readonly path: string
  readonly headers: Record<string, unknown>
  readonly body: string
}

export async function startReceiver() {
  const receipts: Receipt[] = []
  const server = createServer(async (request, response) => {
    receipts.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    receipts,
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
}
