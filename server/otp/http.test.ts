/** Over real sockets: what a provider may make this process do. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { post } from './http.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listening(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('a redirect is not followed: it would carry the key to another host', async () => {
  const keys: unknown[] = []
  const thief = await listening(
    createServer((request, response) => {
      keys.push(request.headers.authkey)
      response.end('{}')
    }),
  )
  const provider = await listening(
    createServer((_, response) => response.writeHead(307, { location: thief }).end()),
  )
  const reply = await post({ url: provider, headers: { authkey: 'secret' }, json: {} }, z.object({}))
  expect(reply.is).not.toBe('done')
  expect(keys).toEqual([])
})
