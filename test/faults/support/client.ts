/** A plain HTTP client over kept connections, whose errors tell whether the server may have begun the work. */
import { Agent, request } from 'node:http'
import { neverLog } from './log-watch.ts'
import { HOST } from './program.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Ask {
  readonly method?: string
  readonly path: string
  readonly token?: string
  readonly key?: string
  readonly body?: unknown
}

export class Client {
  readonly #agent: Agent
  readonly #port: () => number

  constructor(port: number | (() => number), connections = 16) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
    this.#port = typeof port === 'number' ? () => port : port
  }

  ask({ method = 'POST', path, token, key, body }: Ask): Promise<Answer> {
    if (token) neverLog(token)
    const payload = body === undefined ? '' : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port(),
          method,
          path,
          timeout: 30_000,
          headers: {
            host: HOST,
            accept: 'application/json',
            ...(payload
              ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
              : {}),
            ...(token ? { authorization: `Token ${token}` } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
          },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (part) => {
            text += part
          })
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: parse(text), headers: answer.headers }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('no answer in 30 s')))
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (sent.reusedSocket && error.code) error.code += ' on a kept connection'
        reject(error)
      })
      sent.end(payload)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}
