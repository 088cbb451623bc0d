/** Queues the webhooks of an event of a deal, in its transaction. */
import type { PersonRow } from '#server/repositories/users.ts'
import { type DealMessages, insertMessages } from '#server/repositories/webhooks.ts'
import type { Ctx } from '#server/services/context.ts'

/** Without a statement where none of the deal's people has an endpoint: most have none. */
export async function queueMessages(
  { tx }: Ctx,
  people: readonly PersonRow[],
  messages: DealMessages,
): Promise<void> {
  if (people.some((person) => person.has_webhook)) await insertMessages(tx, messages)
}
