/** A bare HTTP/1.1 client over one kept connection: a load that costs next to nothing beside what it measures. */
import { connect, type Socket } from 'node:net'
import { HOST } from '#test/faults/support/program.ts'

export interface Call {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly token?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: *(\d+)/i

export class Wire {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve: (text: string) => void; reject: (error: Error) => void } | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (part) => this.#take(part))
    const fail = (error: Error): void => this.#waiting?.reject(error)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the connection was closed')))
  }

  static open(port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Wire(socket)))
      socket.once('error', reject)
    })
  }

  /** The body of a 2xx; throws with anything else. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async ask({ method = 'POST', path, token, key, headers = {}, body }: Call): Promise<any> {
    const payload = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const lines = [`${method} ${path} HTTP/1.1`, `host: ${HOST}`, 'accept: application/json']
    if (payload) lines.push('content-type: application/json')
    if (method === 'POST') lines.push(`content-length: ${Buffer.byteLength(payload)}`)
    if (token) lines.push(`authorization: Token ${token}`)
    if (key) lines.push(`idempotency-key: ${key}`)
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
    const text = await new Promise<string>((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`${lines.join('\r\n')}\r\n\r\n${payload}`)
    })
    const status = Number(text.slice(9, 12))
    const content = text.slice(text.indexOf('\r\n\r\n') + 4)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${content}`)
    return content === '' ? null : JSON.parse(content)
  }

  #take(part: Buffer): void {
    this.#received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part])
    const end = this.#received.indexOf(END)
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const total = end + 4 + Number(LENGTH.exec(head)?.[1] ?? 0)
    if (this.#received.length < total) return
    const text = this.#received.toString('utf8', 0, total)
    this.#received = this.#received.subarray(total)
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve(text)
  }

  close(): void {
    this.#socket.destroy()
  }
}
