/**
 * A TCP proxy for tests: it spreads connections over several targets, and can close or hold them. In front of
 * two servers it is their load balancer, between server and database it is the network.
 */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A port of this machine, or the path of a unix socket. */
type Target = number | string

export class TcpProxy {
  #targets: Target[]
  #isHeld = false
  #isRefusing = false
  #next = 0
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  /** The most that were open at once. */
  most = 0
  /** Called with each chunk from the client; true closes the connection after it was forwarded. */
  onData: (data: Buffer, connection: number) => boolean = () => false
  /** Called with each chunk of a response; true closes the connection instead of forwarding it. */
  onAnswer: (data: Buffer, connection: number) => boolean = () => false
  #connections = 0

  private constructor(targets: readonly Target[]) {
    this.#targets = [...targets]
    this.#server = createServer((client) => this.#join(client))
  }

  static async open(targets: readonly Target[]): Promise<TcpProxy> {
    const proxy = new TcpProxy(targets)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  get count(): number {
    return this.#pairs.size
  }

  #join(client: Socket): void {
    client.on('error', () => client.destroy())
    const target = this.#targets[this.#next++ % Math.max(1, this.#targets.length)]
    if (this.#isRefusing || target === undefined) return void client.resetAndDestroy()
    const server = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target)
    const pair = [client, server] as const
    const connection = this.#connections++
    this.#pairs.add(pair)
    this.most = Math.max(this.most, this.#pairs.size)
    const over = (): void => {
      this.#pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    server.on('error', over)
    for (const socket of pair) socket.on('close', over)
    server.on('data', (data) => {
      if (this.onAnswer(data, connection)) client.resetAndDestroy()
      else client.write(data)
    })
    client.on('data', (data) => {
      server.write(data)
      if (this.onData(data, connection)) client.destroy()
    })
    client.on('end', () => server.end())
    server.on('end', () => client.end())
    if (this.#isHeld) for (const socket of pair) socket.pause()
  }

  avoid(target: Target): void {
    this.#targets = this.#targets.filter((item) => item !== target)
  }

  use(target: Target): void {
    this.#targets.push(target)
  }

  /** Every connection ends at once and new ones are refused. */
  cut(): void {
    this.#isRefusing = true
    for (const [client, server] of this.#pairs) {
      client.resetAndDestroy()
      server.destroy()
    }
  }

  /** Nothing passes, nothing ends: a host that vanished. */
  hold(): void {
    this.#isHeld = true
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
  }

  heal(): void {
    this.#isRefusing = false
    this.#isHeld = false
    for (const pair of this.#pairs) for (const socket of pair) socket.resume()
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
    await once(this.#server, 'close')
  }
}

/** Where a database listens: a port of this machine, or its unix socket. */
export function targetOf(url: string): Target {
  const { searchParams, port } = new URL(url)
  const folder = searchParams.get('host')
  return folder ? `${folder}/.s.PGSQL.5432` : Number(port || 5432)
}

/** The same database, reached through the proxy. */
export function throughProxy(url: string, proxy: TcpProxy): string {
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String(proxy.port)
  return through.href
}
