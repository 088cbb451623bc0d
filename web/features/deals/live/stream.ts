/**
 * Server-sent events over `fetch`: EventSource cannot send the token, and an address with it would be logged. Comes
 * back after a lost connection with the last id it saw, so that nothing is missed.
 */
import { readSession } from '../../../lib/session.ts'

export interface StreamEvent {
  readonly name: string
  readonly id: string
}

/** Splits what has come so far into whole events and the rest. */
export function cutEvents(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
  const rest = blocks.pop() ?? ''
  return { events: blocks.map(readBlock).filter(({ name }) => name !== ''), rest }
}

function readBlock(block: string): StreamEvent {
  const value = (field: string): string =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${field}:`))
      ?.slice(field.length + 1)
      .trim() ?? ''
  return { name: value('event'), id: value('id') }
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Hears until it is stopped. A refusal (signed out, not my deal) ends it for good. */
export function listen(path: string, hear: (event: StreamEvent) => void): () => void {
  const stop = new AbortController()
  let lastId = ''
  let wait = FIRST_WAIT_MS
  const once = async (): Promise<boolean> => {
    const response = await fetch(path, { headers: headersOf(lastId), signal: stop.signal })
    if (!response.ok || !response.body) return response.status === 429 || response.status >= 500
    wait = FIRST_WAIT_MS
    for await (const event of eventsOf(response.body)) {
      if (event.id) lastId = event.id
      hear(event)
    }
    return true
  }
  const run = async () => {
    while (!stop.signal.aborted) {
      const goesOn = await once().catch(() => true)
      if (!goesOn) return
      await rest(wait, stop.signal)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
  }
  void run()
  return () => stop.abort()
}

function headersOf(lastId: string): Record<string, string> {
  const token = readSession()?.token
  return {
    Accept: 'text/event-stream',
    ...(token ? { Authorization: `Token ${token}` } : {}),
    ...(lastId ? { 'Last-Event-ID': lastId } : {}),
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const { events, rest } = cutEvents(text + value)
    text = rest
    yield* events
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
