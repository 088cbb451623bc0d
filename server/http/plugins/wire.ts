/** What a request may look like on the wire, before anything reads it: one honest Host, plain chunked bodies. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

function isOwnHost(request: FastifyRequest, hosts: readonly string[]): boolean {
  const host = (request.headers.host ?? '').toLowerCase()
  const { localAddress = '', localPort } = request.raw.socket
  const address = localAddress.replace(/^::ffff:/, '')
  const here = [address, `[${address}]`, 'localhost', '127.0.0.1', '[::1]'].map(
    (name) => `${name}:${localPort}`,
  )
  return hosts.includes(host) || here.includes(host) || (localPort === 80 && here.includes(`${host}:80`))
}

const countOf = (request: FastifyRequest, name: string): number =>
  request.raw.rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === name).length

export function wire(app: FastifyInstance, hosts: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['transfer-encoding']
    const isPlain = encoding === undefined || encoding.trim().toLowerCase() === 'chunked'
    if (isPlain && countOf(request, 'host') === 1 && isOwnHost(request, hosts)) return
    reply.header('connection', 'close')
    return reply.code(400).send({ message: 'Bad request', code: 'bad_request' })
  })
}
