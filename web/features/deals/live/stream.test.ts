import { expect, test } from 'vitest'
import { cutEvents } from './stream.ts'

test('cuts whole events and keeps the rest', () => {
  const text =
    'event: ready\nid: 3.0\ndata: {}\n\n: still here\n\nevent: message\r\nid: 3.1\r\ndata: {"id":1}\r\n\r\nevent: de'
  expect(cutEvents(text)).toEqual({
    events: [
      { name: 'ready', id: '3.0' },
      { name: 'message', id: '3.1' },
    ],
    rest: 'event: de',
  })
})
