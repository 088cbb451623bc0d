/** What a pretended provider has to tell, posted to the product as the provider would. */
import type { TestApp } from '#test/support/app.ts'
import type { SignedEvent } from './fake-provider.ts'

/** The status of each answer. */
export async function deliverEvents(
  app: TestApp,
  provider: string,
  events: readonly SignedEvent[],
): Promise<number[]> {
  const statuses: number[] = []
  for (const { body, headers } of events)
    statuses.push((await app.call('POST', `/api/payments/webhooks/${provider}`, { body, headers })).status)
  return statuses
}
