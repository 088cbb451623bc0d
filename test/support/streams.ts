/** Reads server-sent events as a client does, over a socket of its own. */
import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

interface StreamEvent {
  readonly event: string
  readonly id: string
  readonly data: unknown
}

export interface OpenStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Waits for the next one; null when the server has ended the stream. */
  next(): Promise<StreamEvent | null>
  /** The next of one kind, passing over others. */
  until(event: string): Promise<StreamEvent | null>
  close(): void
}

/** Where the application listens; it begins to with the first call. */
export async function addressOf({ app }: TestApp): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

export async function openStream(
  app: TestApp,
  who: Person | null,
  formPk: string,
  lastEventId?: string,
): Promise<OpenStream> {
  const request = get(`${await addressOf(app)}/api/deals/${formPk}/stream`, {
    agent: false,
    headers: {
      accept: 'text/event-stream',
      ...(who ? { authorization: `Token ${who.token}` } : {}),
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  // a request that is closed while it is read ends with an error, which is what was wanted
  request.on('error', () => {})
  response.on('error', () => {})
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]()
  const received: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ event = '', id = '', data }) => received.push({ event, id, data: JSON.parse(data) }),
  })
  const next = async (): Promise<StreamEvent | null> => {
    while (received.length === 0) {
      const { value, done } = await chunks.next()
      if (done) return null
      parser.feed(value)
    }
    return received.shift() ?? null
  }
  const until = async (event: string): Promise<StreamEvent | null> => {
    for (;;) {
      const latest = await next()
      if (!latest || latest.event === event) return latest
    }
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    next,
    until,
    close: () => request.destroy(),
  }
}
