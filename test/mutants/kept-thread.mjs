/** A worker of vitest whose thread outlives it: vitest starts and stops one for each run, the thread behind them goes on. */
import { ThreadsPoolWorker } from 'vitest/node'

/** Then the thread is replaced: no break must leave much behind. */
const RUNS_OF_A_THREAD = 40

let thread
let runs = 0

export class KeptThread {
  name = 'kept-thread'
  #listeners = []
  #options
  #onMessage
  constructor(options) {
    this.#options = options
  }
  async start() {
    if (thread) return
    thread = new ThreadsPoolWorker(this.#options)
    runs = 0
    await thread.start()
  }
  on(event, listener) {
    this.#listeners.push([event, listener])
    if (event === 'message') this.#onMessage = listener
    thread.on(event, listener)
  }
  off(event, listener) {
    thread?.off(event, listener)
  }
  send(message) {
    if (message.type !== 'stop') return thread.send(message)
    // the answer of a thread that has stopped
    setImmediate(() => this.#onMessage?.({ type: 'stopped', __vitest_worker_response__: true }))
  }
  async stop() {
    for (const [event, listener] of this.#listeners) thread?.off(event, listener)
    runs += 1
    if (runs >= RUNS_OF_A_THREAD) await endThread()
  }
  deserialize(message) {
    return message
  }
}

export async function endThread() {
  const ended = thread
  thread = undefined
  await ended?.stop()
}
