import { describe, expect, it } from 'vitest'
import { eventsOf } from './stream.ts'

const bodyOf = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })

describe('eventsOf', () => {
  it('yields whole events with name and id, however the network cuts them, and no comments', async () => {
    const body = bodyOf(
      'event: ready\nid: 3.0\ndata: {}\n\n: keep-al',
      'ive\n\nevent: mess',
      'age\r\nid: 3.1\r\ndata: {"text":"न',
      'मस्ते"}\r\n\r\nevent: read\ndata: {}\n\nevent: de',
    )
    const events: unknown[] = []
    for await (const { event, id, data } of eventsOf(body)) events.push([event, id, data])
    expect(events).toEqual([
      ['ready', '3.0', '{}'],
      ['message', '3.1', '{"text":"नमस्ते"}'],
      ['read', undefined, '{}'],
    ])
  })
})
