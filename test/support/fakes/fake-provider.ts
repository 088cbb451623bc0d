/** A pretended provider over HTTP on this machine, with faults on demand. What it answers is the provider's own. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Fault {
  /** Of method and path, such as `POST /v1/orders`. */
  readonly match: RegExp
  /** `…after`: it was done, and nobody is told. */
  readonly what:
    | 'reset_before'
    | 'reset_after'
    | 'silence_after'
    | '500_before'
    | '500_after'
    | 'html_after'
    | '429'
  times: number
}

export interface SignedEvent {
  readonly event: string
  readonly body: string
  readonly headers: Record<string, string>
}

export interface FakeCall {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  readonly body: any
}

export interface FakeAnswer {
  readonly status: number
  /** A string is a script. */
  readonly body: unknown
}

export abstract class FakeProvider {
  readonly faults: Fault[] = []
  /** Of each call that no fault is set for, where a test wants chance. */
  mood: () => Fault['what'] | 'none' = () => 'none'
  /** How long a call is on its way, and as long again its answer. */
  delayMs: () => number = () => 0
  /** The header of a 429. */
  retryAfter: string | undefined = undefined
  /** Method and path of each call, with its idempotency key. */
  readonly calls: string[] = []
  url = ''
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  protected abstract answer(call: FakeCall): FakeAnswer
  /** What it says with 500 and 429. */
  protected abstract refusal(status: number): unknown
  protected keyOf(_headers: FakeCall['headers']): string | undefined {
    return undefined
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(port, '127.0.0.1', done))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  fail(match: RegExp, what: Fault['what'], times = 1): void {
    this.faults.push({ match, what, times })
  }

  async #onTheWay(): Promise<void> {
    const delayMs = this.delayMs()
    if (delayMs > 0) await sleep(delayMs)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const method = request.method ?? 'GET'
    const text = await bodyOf(request)
    await this.#onTheWay()
    const name = `${method} ${url.pathname}`
    const key = this.keyOf(request.headers)
    this.calls.push(key ? `${name} ${key}` : name)
    const fault = this.faults.find(({ match, times }) => times > 0 && match.test(name))
    if (fault) fault.times -= 1
    const what = fault?.what ?? this.mood()
    if (what === 'reset_before') return void request.socket.destroy()
    if (what === '500_before') return send(response, 500, this.refusal(500))
    if (what === '429') {
      if (this.retryAfter !== undefined) response.setHeader('retry-after', this.retryAfter)
      return send(response, 429, this.refusal(429))
    }
    const answer = this.answer({ method, url, headers: request.headers, body: jsonOf(text) })
    await this.#onTheWay()
    if (what === 'reset_after') return void request.socket.destroy()
    if (what === 'silence_after') return
    if (what === '500_after') return send(response, 500, this.refusal(500))
    if (what === 'html_after') return void response.writeHead(200).end('<html>one moment</html>')
    if (typeof answer.body === 'string')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(answer.body)
    send(response, answer.status, answer.body)
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const jsonOf = (text: string): unknown => (text === '' ? {} : JSON.parse(text))

const send = (response: ServerResponse, status: number, body: unknown): void =>
  void response
    // the stub of a checkout calls from a page of ours
    .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(JSON.stringify(body))
