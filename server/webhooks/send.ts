/** Sends one webhook: to the very address that was checked, without following a redirect, for 15 seconds at most. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressRules, openAddressOf } from '#server/lib/public-address.ts'

const TIMEOUT_MS = 15_000
/** Of an answer; the rest is not read. */
const MOST_BYTES = 4_096
const EXCERPT_LENGTH = 500

export interface OutgoingWebhook {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export interface WebhookReply {
  readonly status: number | null
  readonly problem: string | null
  readonly retryAfterMs: number | null
  readonly excerpt: string
}

const failed = (problem: string): WebhookReply => ({ status: null, problem, retryAfterMs: null, excerpt: '' })

/** A number of seconds; a date is left to the schedule. */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size >= MOST_BYTES) break
  }
  const text = Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8')
  // PostgreSQL stores no NUL in a text
  return text.replaceAll('\u0000', '').slice(0, EXCERPT_LENGTH)
}

/** Whatever the name says a second later, this is where the connection goes. */
const pinned =
  (address: string): LookupFunction =>
  (_hostname, options, done) => {
    const family = isIP(address)
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }

function open({ url, headers, body }: OutgoingWebhook, address: string, signal: AbortSignal): ClientRequest {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  const opened = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: pinned(address),
    agent: false,
    signal,
  })
  opened.end(body)
  return opened
}

export async function sendWebhook(order: OutgoingWebhook, rules: AddressRules): Promise<WebhookReply> {
  const target = await openAddressOf(new URL(order.url).hostname, rules)
  if (typeof target === 'string') return failed(`address_${target}`)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const request = open(order, target.address, signal)
    const response = await new Promise<IncomingMessage>((done, fail) => {
      request.once('response', done)
      request.once('error', fail)
    })
    const excerpt = await textOf(response).catch(() => '')
    response.destroy()
    const status = response.statusCode ?? 0
    return { status, problem: null, retryAfterMs: retryAfterOf(response), excerpt }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return failed(signal.aborted ? 'timeout' : `connection ${code ?? 'failed'}`)
  }
}
