/** The deal's messages: the last 50 first, earlier ones on demand, new ones as they come. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMessages, MESSAGES_A_PAGE, type Message } from '#core/contract/chat.ts'
import { chatKey } from '#web/features/deals/live/use-live.ts'
import { call } from '#web/lib/api.ts'

/** Without duplicates, by id. */
const mergeMessages = (...lists: readonly (readonly Message[])[]): Message[] =>
  [...new Map(lists.flat().map((message) => [message.id, message])).values()].sort(
    (left, right) => left.id - right.id,
  )

export function useMessages(formPk: string) {
  const params = { form_pk: formPk }
  const [earlier, setEarlier] = useState<readonly Message[]>([])
  const [sent, setSent] = useState<readonly Message[]>([])
  const read = useQuery({
    queryKey: chatKey(formPk),
    queryFn: ({ signal, client }) => fetchNew(client.getQueryData<Message[]>(chatKey(formPk)) ?? [], signal),
    refetchInterval: 60_000,
  })

  /** All messages after the last known one, page by page. */
  async function fetchNew(known: Message[], signal: AbortSignal): Promise<Message[]> {
    const after = known.at(-1)?.id
    const query = after === undefined ? {} : { after }
    const page = await call(listMessages, { params, query, signal })
    const all = mergeMessages(known, page)
    return after !== undefined && page.length === MESSAGES_A_PAGE ? fetchNew(all, signal) : all
  }

  const messages = mergeMessages(earlier, read.data ?? [], sent)
  const first = messages[0]?.id ?? 1
  const showEarlier = async () => {
    const page = await call(listMessages, { params, query: { before: first } })
    setEarlier((before) => mergeMessages(page, before))
  }
  const add = (message: Message) => setSent((before) => [...before, message])
  return { read, messages, hasEarlier: first > 1, showEarlier, add }
}
