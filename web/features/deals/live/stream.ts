/**
 * Server-sent events over `fetch`: EventSource cannot send the token, and a token in the URL would be logged. Reconnects
 * with the id of the last event, so that nothing is missed.
 */
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { readSession } from '#web/lib/session.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Calls `onEvent` for each event until it is stopped. A refusal (signed out, not a party) ends the stream for good. */
export function listen(path: string, onEvent: (event: EventSourceMessage) => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let lastId = ''
  let waitMs = FIRST_WAIT_MS
  const connect = async (): Promise<{ retry: boolean }> => {
    const response = await fetch(path, { headers: headersOf(lastId), signal })
    if (!response.ok || !response.body) return { retry: response.status === 429 || response.status >= 500 }
    waitMs = FIRST_WAIT_MS
    for await (const event of eventsOf(response.body)) {
      if (event.id) lastId = event.id
      onEvent(event)
    }
    return { retry: true }
  }
  const run = async () => {
    while (!signal.aborted) {
      const { retry } = await connect().catch(() => ({ retry: true }))
      if (!retry) return
      await pause(waitMs, signal)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  }
  void run()
  return () => controller.abort()
}

function headersOf(lastId: string): Record<string, string> {
  const token = readSession()?.token
  return {
    Accept: 'text/event-stream',
    ...(token ? { Authorization: `Token ${token}` } : {}),
    ...(lastId ? { 'Last-Event-ID': lastId } : {}),
  }
}

/** Safari cannot iterate a ReadableStream: it is read through its reader. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    yield value
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
