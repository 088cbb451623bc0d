/**
 * A small S3: objects in memory, path style, and every request's signature (AWS Signature Version 4) computed anew and
 * compared. Why not one from npm: docs/decisions/020-s3-server-for-the-tests.md.
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

/** As far as S3 lets a clock be off. */
const MAX_SKEW_MS = 15 * 60_000

/** `20261121T200102Z` */
function isOfNow(date: string): boolean {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const [year = 0, month = 1, ...rest] = parts.map(Number)
  return Math.abs(Date.UTC(year, month - 1, ...rest) - Date.now()) < MAX_SKEW_MS
}

/** Whether the Authorization header is what this account would have sent for this request. */
function isSigned(request: IncomingMessage, body: Buffer, account: Account): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given || !isOfNow(String(request.headers['x-amz-date']))) return false
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

interface Answer {
  readonly status: number
  readonly body?: Buffer
  readonly etag?: string
}

const xml = (text: string): Buffer => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)
const refuse = (status: number, code: string): Answer => ({
  status,
  body: xml(`<Error><Code>${code}</Code></Error>`),
})

/** Two a page, so that whoever reads one page alone is found out. */
const PAGE = 2

function listed(objects: ReadonlyMap<string, Buffer>, root: string, query: URLSearchParams): Answer {
  const begin = root + (query.get('prefix') ?? '')
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].sort().filter((key) => key.startsWith(begin) && key > after)
  const page = keys.slice(0, PAGE)
  const rows = page.map((key) => `<Contents><Key>${key.slice(root.length)}</Key></Contents>`).join('')
  const isMore = keys.length > page.length
  const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const body = `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${next}${rows}</ListBucketResult>`
  return { status: 200, body: xml(body) }
}

interface Sent {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Buffer
}

/** An object that comes in parts: begun, each part, and ended or given up. Null for a call that is none of these. */
function takeParts(objects: Map<string, Buffer>) {
  const uploads = new Map<string, Map<number, Buffer>>()
  let count = 0
  return ({ method }: IncomingMessage, { path, query, body }: Sent): Answer | null => {
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${++count}`
      uploads.set(id, new Map())
      const answer = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
      return { status: 200, body: xml(answer) }
    }
    const id = query.get('uploadId')
    if (id === null) return null
    const parts = uploads.get(id)
    if (!parts) return refuse(404, 'NoSuchUpload')
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return { status: 200, etag: `"${sha256(body)}"` }
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const wanted = [...body.toString().matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, tag = '']) =>
      tag.replaceAll('&quot;', '').replaceAll('"', ''),
    )
    const pieces = [...parts].sort(([a], [b]) => a - b).map(([, piece]) => piece)
    if (pieces.map(sha256).join() !== wanted.join()) return refuse(400, 'InvalidPart')
    objects.set(path, Buffer.concat(pieces))
    return { status: 200, body: xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>') }
  }
}

interface ObjectCall {
  readonly method: string | undefined
  readonly path: string
  readonly body: Buffer
  readonly isBucket: boolean
}

function answerObject(objects: Map<string, Buffer>, { method, path, body, isBucket }: ObjectCall): Answer {
  const object = objects.get(path)
  switch (method) {
    case 'HEAD':
      return { status: isBucket || object ? 200 : 404 }
    case 'PUT':
      objects.set(path, body)
      return { status: 200 }
    case 'GET':
      return object ? { status: 200, body: object } : refuse(404, 'NoSuchKey')
    case 'DELETE':
      objects.delete(path)
      return { status: 204 }
    default:
      return { status: 405 }
  }
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
  const answerParts = takeParts(objects)
  const list = (query: URLSearchParams) => listed(objects, `/${bucket}/`, query)
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://here')
    const path = decodeURIComponent(url.pathname).replace(/\/$/, '')
    if (failures-- > 0) return refuse(503, 'SlowDown')
    if (!isSigned(request, body, account)) return refuse(403, 'SignatureDoesNotMatch')
    if (!`${path}/`.startsWith(`/${bucket}/`)) return refuse(404, 'NoSuchBucket')
    // stores other than Amazon's do not know bodies in signed pieces, and none takes one without its length
    if (request.headers['content-encoding'] === 'aws-chunked') return refuse(501, 'NotImplemented')
    if (request.method === 'PUT' && Number(request.headers['content-length']) !== body.length)
      return refuse(411, 'MissingContentLength')
    const ofParts = answerParts(request, { path, query: url.searchParams, body })
    if (ofParts) return ofParts
    if (request.method === 'GET' && path === `/${bucket}`) return list(url.searchParams)
    return answerObject(objects, { method: request.method, path, body, isBucket: path === `/${bucket}` })
  }
  const server = createServer((request, response) => {
    answer(request).then(({ status, body, etag }) => {
      response.writeHead(status, { 'content-length': body?.length ?? 0, ...(etag ? { etag } : {}) })
      // an answer to HEAD has no body, which is why the client is told less then
      response.end(request.method === 'HEAD' ? undefined : body)
    })
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
