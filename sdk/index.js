/** A client of an Amanat server for Node, Deno and browsers. It has no dependencies. */

/** What the server answers when it refuses: a code to decide by, or messages by field. */
export class AmanatError extends Error {
  constructor(status, body, requestId) {
    const fields = body && body.code === undefined ? body : undefined
    super(body?.message ?? textOf(fields) ?? `the server answered ${status}`)
    this.name = 'AmanatError'
    this.status = status
    this.code = body?.code ?? (status === 400 ? 'invalid' : undefined)
    this.fields = fields
    this.requestId = requestId ?? undefined
  }
}

const textOf = (fields) =>
  fields &&
  Object.entries(fields)
    .map(([name, messages]) => `${name}: ${[messages].flat().join(' ')}`)
    .join('; ')

/** The answers that the types of this client describe, whatever version the app has. */
const VERSION = '2026-11-23'

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const segment = encodeURIComponent

export class Amanat {
  #key
  #baseUrl
  #fetch
  #tries

  constructor({ key, baseUrl, fetch = globalThis.fetch, tries = 3 }) {
    if (!key || !baseUrl) throw new TypeError('key and baseUrl are needed')
    this.#key = key
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    // a browser's fetch refuses to run as a method of something else
    this.#fetch = (...args) => fetch(...args)
    this.#tries = tries
  }

  /**
   * Any call of /api/openapi.json. A POST that is tried again has one Idempotency-Key, so it is done once where the document
   * names that header for it.
   */
  async request(method, path, { body, query, idempotencyKey } = {}) {
    const url = new URL(this.#baseUrl + path)
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const headers = {
      authorization: `Bearer ${this.#key}`,
      accept: 'application/json',
      'amanat-version': VERSION,
    }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (method === 'POST') headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
    const isSafe = method === 'GET' || method === 'POST'
    const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }
    for (let left = this.#tries - 1; ; left -= 1) {
      const reply = await this.#fetch(url.href, init).catch((error) => {
        if (left <= 0 || !isSafe) throw error
      })
      if (reply && (left <= 0 || !isSafe || !(await isBusy(reply)))) return answerOf(reply)
      const seconds = Number(reply?.headers.get('retry-after') ?? 1)
      await sleep(Math.min(Number.isFinite(seconds) ? seconds : 1, 60) * 1000)
    }
  }

  deals = {
    /** An offer of goods by a Buyer, or of work by a Service_Provider. */
    create: (track, body) => this.request('POST', `/api/transactions/${segment(track)}`, { body }),
    get: (formPk) => this.request('GET', `/api/deals/${segment(formPk)}`),
    list: (query) => this.request('GET', '/api/deals', { query }),
    /** A move of the lifecycle that a key may make: accept, ship, deliver. Money is moved by a person. */
    act: (formPk, action, body = {}) =>
      this.request('POST', `/api/deals/${segment(formPk)}/${segment(action)}`, { body }),
  }

  links = {
    create: (body) => this.request('POST', '/api/links', { body: { track: 'shopping', ...body } }),
    get: (id) => this.request('GET', `/api/links/${segment(id)}`),
    list: (query) => this.request('GET', '/api/links', { query }),
    change: (id, body) => this.request('PATCH', `/api/links/${segment(id)}`, { body }),
  }
}

/** `in_progress`: the first try, whose answer was lost, is still being done. */
async function isBusy(reply) {
  if (reply.status === 429 || reply.status === 503) return true
  if (reply.status !== 409) return false
  const body = await reply
    .clone()
    .json()
    .catch(() => null)
  return body?.code === 'in_progress'
}

async function answerOf(reply) {
  const text = await reply.text()
  let body
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    body = undefined
  }
  if (!reply.ok) throw new AmanatError(reply.status, body, reply.headers.get('x-request-id'))
  return body
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const encoder = new TextEncoder()

/**
 * The message of a webhook, once its signature is right and it is not older or newer than five minutes; throws
 * otherwise. `raw` is the body as it came, before any parser: a text or bytes. `secret` is the endpoint's `whsec_…`, or
 * its public key `whpk_…`, which a receiver can hold without a secret.
 */
export async function verify(raw, headers, secret, { toleranceSeconds = 300, now = Date.now() } = {}) {
  const header = (name) =>
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
  if (!id || !timestamp || !signatures) throw new Error('a header of the webhook is missing')
  const age = Math.abs(now / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds) throw new Error('the webhook is too old or too new')
  const body = typeof raw === 'string' ? encoder.encode(raw) : new Uint8Array(raw)
  const head = encoder.encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  // a public key is never tried as a shared secret: whoever knows it could sign
  const isPublic = secret.startsWith('whpk_')
  const [kind, algorithm] = isPublic ? ['v1a', 'Ed25519'] : ['v1', { name: 'HMAC', hash: 'SHA-256' }]
  const keyBytes = bytesOf(secret.replace(/^wh(?:sec|pk)_/, ''))
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, value] = signature.split(',')
    if (version !== kind || !value || !/^[\w+/]+=*$/.test(value)) continue
    // compared by the platform, in a time that tells nothing
    if (await crypto.subtle.verify(algorithm, key, bytesOf(value), signed))
      return JSON.parse(new TextDecoder().decode(body))
  }
  throw new Error('the signature of the webhook is wrong')
}
