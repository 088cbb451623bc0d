/** One open event stream of one deal: what is newer than its position, in order, each event once. */
import type { ServerResponse } from 'node:http'
import { Refusal } from '#core/errors.ts'
import type { ChatUpdates, Position } from '#server/services/chat/updates.ts'
import type { Change, Live, UnnumberedChange } from './live.ts'

/** A client that does not read is disconnected; it reconnects and asks for the rest. */
const MAX_UNREAD_BYTES = 256 * 1024

const positionText = ({ seq, message }: Position): string => `${seq}.${message}`

/** Parses a Last-Event-ID; null for what this server did not send. */
export function readPosition(text: unknown): Position | null {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(String(text ?? ''))
  return match ? { seq: Number(match[1]), message: Number(match[2]) } : null
}

export interface DealStreamOptions {
  readonly raw: ServerResponse
  readonly live: Live
  /** Reads what is newer; throws a Refusal once this user may no longer see the deal. */
  readonly poll: (from: Position) => Promise<ChatUpdates>
}

export class DealStream {
  readonly #options: DealStreamOptions
  #position: Position
  #isReady = false
  #isPolling = false
  #hasMore = false
  #isEnded = false
  readonly #unsent = new Set<UnnumberedChange>()
  #unsubscribe: () => void = () => {}
  #heartbeat: NodeJS.Timeout | undefined

  constructor(options: DealStreamOptions, position: Position) {
    this.#options = options
    this.#position = position
    options.raw.on('close', () => this.end())
    options.raw.on('error', () => this.end())
  }

  /** `unsubscribe` is called once, when the stream ends. */
  start(unsubscribe: () => void): void {
    this.#unsubscribe = unsubscribe
    this.#heartbeat = setInterval(() => this.#beat(), this.#options.live.heartbeatMs)
    this.#options.raw.write('retry: 2000\n\n')
    this.onChange('changed')
  }

  onChange(change: Change): void {
    if (change !== 'changed') this.#unsent.add(change)
    if (this.#isPolling) this.#hasMore = true
    else void this.#poll()
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    clearInterval(this.#heartbeat)
    this.#unsubscribe()
    this.#options.raw.end()
  }

  async #poll(): Promise<void> {
    this.#isPolling = true
    const { live, poll } = this.#options
    try {
      do {
        this.#hasMore = false
        const updates = await live.limitPolls(() => poll(this.#position))
        this.#sendUpdates(updates)
        if (updates.isMore) this.#hasMore = true
      } while (this.#hasMore && !this.#isEnded)
      this.#sendState()
    } catch (error) {
      // logged out, or no longer a party. Any other failure is transient: the next heartbeat polls again
      if (error instanceof Refusal) this.end()
    } finally {
      this.#isPolling = false
    }
  }

  #sendUpdates({ events, messages }: ChatUpdates): void {
    for (const { seq, name } of events) {
      this.#position = { ...this.#position, seq }
      this.#sendEvent('deal', { seq, name })
    }
    for (const { id } of messages) {
      this.#position = { ...this.#position, message: id }
      this.#sendEvent('message', { id })
    }
  }

  #sendState(): void {
    if (!this.#isReady) this.#sendEvent('ready', this.#position)
    for (const change of this.#unsent) this.#send(`event: ${change}\ndata: {}`)
    this.#isReady = true
    this.#unsent.clear()
  }

  #sendEvent(event: string, data: unknown): void {
    this.#send(`event: ${event}\nid: ${positionText(this.#position)}\ndata: ${JSON.stringify(data)}`)
  }

  #send(text: string): void {
    const { raw } = this.#options
    if (raw.destroyed || raw.writableEnded) this.end()
    if (this.#isEnded) return
    raw.write(`${text}\n\n`)
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
  }

  #beat(): void {
    this.#send(':')
    this.onChange('changed')
  }
}
