/** A receiver of webhooks on this machine, and the job that sends to it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { z } from 'zod'
import { WEBHOOK_MESSAGES } from '#core/contract/webhooks.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { webhookQueue } from '#server/jobs/webhooks.ts'
import type { Lookup } from '#server/lib/public-address.ts'
import { testLog } from '#test/support/logs.ts'
import { type TestApp, testSettings } from './app.ts'

interface ReceivedWebhook {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** What it answers from now on. */
  answer(status: number, headers?: Record<string, string>): void
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = []
  let next = { status: 204, headers: {} as Record<string, string> }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      received.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(next.status, next.headers).end(next.status === 204 ? undefined : 'what it says')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer: (status, headers = {}) => {
      next = { status, headers }
    },
    stop: () => new Promise((done) => server.close(() => done())),
  }
}

const MESSAGES = z.union(Object.values(WEBHOOK_MESSAGES).map(({ schema }) => schema))

interface SentMessage {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** As the contract has it: with every field that it promises and no other. */
export function messageIn({ body }: ReceivedWebhook): SentMessage {
  const sent = JSON.parse(body)
  expect(MESSAGES.parse(sent)).toEqual(sent)
  return sent
}

export const receiving = { ...testSettings, webhookAllow: ['127.0.0.1'] }

/** Every message that is due; `later` makes those due that wait for their next try. */
export async function sendDue(
  app: TestApp,
  { later = false, lookup }: { later?: boolean; lookup?: Lookup } = {},
): Promise<void> {
  if (later)
    await app.db.ownerPool.query(
      'update webhook_message set next_try_at = clock_timestamp() where delivered_at is null and given_up_at is null',
    )
  const queue = webhookQueue({
    runInTransaction: app.db.runInTransaction,
    settings: receiving,
    ...(lookup ? { lookup } : {}),
  })
  while ((await runBatch(queue, testLog)).claimed > 0);
}
