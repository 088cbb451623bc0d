/**
 * A small S3: objects in memory, path style, and every request's signature (AWS Signature Version 4) computed anew and
 * compared. The servers that npm has for this accept any signature of that version.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

interface Account {
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

/** Whether the Authorization header is what this account would have sent for this request. */
function isSigned(request: IncomingMessage, body: Buffer, account: Account): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) return false
  const [, keyId, day = '', region, names = '', signature] = given
  const header = (name: string): string => String(request.headers[name] ?? '').trim()
  const payload = header('x-amz-content-sha256')
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  const url = new URL(request.url ?? '/', 'http://here')
  url.searchParams.sort()
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  const headers = names.split(';').map((name) => `${name}:${header(name)}\n`)
  const canonical = [request.method, url.pathname, query, headers.join(''), names, payload].join('\n')
  const scope = `${day}/${account.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n')
  const key = [account.region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${account.secret}`, day))
  return keyId === account.keyId && region === account.region && hmac(key, text).toString('hex') === signature
}

export interface FakeS3 {
  /** For FILES_URL. */
  readonly url: string
  readonly objects: Map<string, Buffer>
  /** The next so many requests are answered 503. */
  fail(times: number): void
  stop(): Promise<void>
}

export async function startS3({ bucket = 'amanat', secret = 'se/cret+1' } = {}): Promise<FakeS3> {
  const account = { keyId: 'AKIATEST', secret, region: 'ap-south-1' }
  const objects = new Map<string, Buffer>()
  let failures = 0
  const answer = async (request: IncomingMessage): Promise<{ status: number; body?: Buffer }> => {
    const body = await buffer(request)
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://here').pathname).replace(/\/$/, '')
    if (failures-- > 0) return { status: 503 }
    if (!isSigned(request, body, account)) return { status: 403 }
    if (!`${path}/`.startsWith(`/${bucket}/`)) return { status: 404 }
    const found = objects.get(path)
    switch (request.method) {
      case 'HEAD':
        return { status: path === `/${bucket}` || found ? 200 : 404 }
      case 'PUT':
        objects.set(path, body)
        return { status: 200 }
      case 'GET':
        return found ? { status: 200, body: found } : { status: 404 }
      case 'DELETE':
        objects.delete(path)
        return { status: 204 }
      default:
        return { status: 405 }
    }
  }
  const server = createServer((request, response) => {
    answer(request).then(({ status, body }) => response.writeHead(status).end(body))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://${account.keyId}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/files?region=${account.region}`,
    objects,
    fail: (times) => {
      failures = times
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
