/** One open stream of one deal: what is newer than its position, in order, each once. */
import type { ServerResponse } from 'node:http'
import { Refusal } from '../../../core/errors.ts'
import type { News, Position } from '../../services/chat/news.ts'
import type { Live } from './live.ts'

/** A client that does not read is cut off; it comes back and asks for the rest. */
const MAX_UNREAD_BYTES = 256 * 1024

export const positionText = ({ seq, message }: Position): string => `${seq}.${message}`

/** Of a Last-Event-ID; null for what is not one of ours. */
export function readPosition(text: unknown): Position | null {
  const parts = /^(\d{1,9})\.(\d{1,9})$/.exec(String(text ?? ''))
  return parts ? { seq: Number(parts[1]), message: Number(parts[2]) } : null
}

export interface StreamParts {
  readonly raw: ServerResponse
  readonly live: Live
  /** What is newer; throws a Refusal when this person may look no more. */
  readonly look: (from: Position) => Promise<News>
}

export class DealStream {
  readonly #parts: StreamParts
  #position: Position
  #isReady = false
  #isLooking = false
  #hasMore = false
  #isOver = false
  #isReadTold = true
  #leave: () => void = () => {}
  #heart: NodeJS.Timeout | undefined

  constructor(parts: StreamParts, position: Position) {
    this.#parts = parts
    this.#position = position
    parts.raw.on('close', () => this.end())
    parts.raw.on('error', () => this.end())
  }

  /** `leave` is called once, when the stream is over. */
  begin(leave: () => void): void {
    this.#leave = leave
    this.#heart = setInterval(() => this.#beat(), this.#parts.live.heartbeatMs)
    this.#parts.raw.write('retry: 2000\n\n')
    this.hear('news')
  }

  hear(what: 'news' | 'read'): void {
    if (what === 'read') this.#isReadTold = false
    if (this.#isLooking) this.#hasMore = true
    else void this.#lookOn()
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#heart)
    this.#leave()
    this.#parts.raw.end()
  }

  async #lookOn(): Promise<void> {
    this.#isLooking = true
    try {
      do {
        this.#hasMore = false
        const news = await this.#parts.live.inTurn(() => this.#parts.look(this.#position))
        this.#tell(news)
        if (news.isMore) this.#hasMore = true
      } while (this.#hasMore && !this.#isOver)
      this.#conclude()
    } catch (error) {
      // signed out, or no party any more. Whatever else it is passes: the next beat looks again
      if (error instanceof Refusal) this.end()
    } finally {
      this.#isLooking = false
    }
  }

  #tell({ events, messages }: News): void {
    for (const { seq, name } of events) {
      this.#position = { ...this.#position, seq }
      this.#numbered('deal', { seq, name })
    }
    for (const { id } of messages) {
      this.#position = { ...this.#position, message: id }
      this.#numbered('message', { id })
    }
  }

  #conclude(): void {
    if (!this.#isReady) this.#numbered('ready', this.#position)
    if (!this.#isReadTold) this.#send('event: read\ndata: {}')
    this.#isReady = true
    this.#isReadTold = true
  }

  #numbered(event: string, data: unknown): void {
    this.#send(`event: ${event}\nid: ${positionText(this.#position)}\ndata: ${JSON.stringify(data)}`)
  }

  #send(text: string): void {
    const { raw } = this.#parts
    if (raw.destroyed || raw.writableEnded) this.end()
    if (this.#isOver) return
    raw.write(`${text}\n\n`)
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
  }

  #beat(): void {
    this.#send(':')
    this.hear('news')
  }
}
