/**
 * A pooler of PostgreSQL connections in small, as PgBouncer is one: in session mode each client has a connection of its
 * own, in transaction mode it has one until its transaction ends. Settings in the startup message are refused or dropped.
 */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface PoolerOptions {
  readonly mode: 'session' | 'transaction'
  readonly options: 'refused' | 'dropped'
}

const READY = 'Z'
/** Each of these is answered by one READY. */
const ASKING = ['Q', 'S']

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function startupOf(fields: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(fields).flat().join('\0')
  const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`${text}\0\0`)])
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([length, body])
}

/** Whole messages out of a stream of bytes. */
class Messages {
  #rest = Buffer.alloc(0)
  read(chunk: Buffer): { type: string; bytes: Buffer }[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const whole: { type: string; bytes: Buffer }[] = []
    while (this.#rest.length >= 5) {
      const length = this.#rest.readInt32BE(1) + 1
      if (this.#rest.length < length) break
      whole.push({ type: this.#rest.toString('latin1', 0, 1), bytes: this.#rest.subarray(0, length) })
      this.#rest = this.#rest.subarray(length)
    }
    return whole
  }
}

/** A connection to PostgreSQL, serving one client at a time. */
class Backend {
  readonly socket: Socket
  readonly ready: Promise<Buffer>
  onMessage: (type: string, bytes: Buffer) => void = () => {}

  constructor(target: string | number, fields: Readonly<Record<string, string>>) {
    this.socket = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target)
    this.socket.on('error', () => this.socket.destroy())
    this.socket.write(startupOf(fields))
    const messages = new Messages()
    const greeting: Buffer[] = []
    let isReady = false
    this.ready = new Promise((resolve) => {
      this.socket.on('data', (chunk: Buffer) => {
        for (const { type, bytes } of messages.read(chunk)) {
          if (isReady) this.onMessage(type, bytes)
          else greeting.push(bytes)
          if (!isReady && (type === READY || type === 'E')) {
            isReady = true
            resolve(Buffer.concat(greeting))
          }
        }
      })
    })
  }
}

export class Pooler {
  readonly #target: string | number
  readonly #options: PoolerOptions
  readonly #idle: Backend[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server: Server

  private constructor(target: string | number, options: PoolerOptions) {
    this.#target = target
    this.#options = options
    this.#server = createServer((client) => this.#greet(client))
  }

  static async open(target: string | number, options: PoolerOptions): Promise<Pooler> {
    const pooler = new Pooler(target, options)
    pooler.#server.listen(0, '127.0.0.1')
    await once(pooler.#server, 'listening')
    return pooler
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(this.#server, 'close')
  }

  #backend(fields: Readonly<Record<string, string>>): Backend {
    const backend = new Backend(this.#target, fields)
    this.#sockets.add(backend.socket)
    return backend
  }

  #greet(client: Socket): void {
    this.#sockets.add(client)
    client.on('error', () => client.destroy())
    client.once('data', async (startup: Buffer) => {
      const words = startup.subarray(8).toString().split('\0')
      const fields = Object.fromEntries(
        words.flatMap((name, i) => (i % 2 ? [] : [[name, words[i + 1] ?? '']])),
      )
      if ('options' in fields && this.#options.options === 'refused') {
        const text = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
        return void client.end(message('E', Buffer.from(text)))
      }
      const { user = '', database = '', application_name = '' } = fields
      const names = { user, database, application_name }
      const first = this.#backend(names)
      client.write(await first.ready)
      if (this.#options.mode === 'session') this.#serve(client, first)
      else {
        this.#idle.push(first)
        this.#share(client, names)
      }
    })
  }

  #serve(client: Socket, backend: Backend): void {
    backend.onMessage = (_type, bytes) => void client.write(bytes)
    client.on('data', (chunk: Buffer) => void backend.socket.write(chunk))
    client.on('close', () => backend.socket.destroy())
  }

  /** The backend that was used last goes to whoever asks next. */
  #share(client: Socket, names: Readonly<Record<string, string>>): void {
    const messages = new Messages()
    let current: Backend | null = null
    let unanswered = 0
    client.on('data', async (chunk: Buffer) => {
      const whole = messages.read(chunk)
      unanswered += whole.filter(({ type }) => ASKING.includes(type)).length
      const backend: Backend = current ?? this.#idle.pop() ?? this.#backend(names)
      current = backend
      backend.onMessage = (type, bytes) => {
        client.write(bytes)
        if (type !== READY) return
        unanswered -= 1
        if (unanswered > 0 || bytes.toString('latin1', 5, 6) !== 'I') return
        current = null
        this.#idle.push(backend)
      }
      await backend.ready
      for (const { type, bytes } of whole) if (type !== 'X') backend.socket.write(bytes)
    })
  }
}
