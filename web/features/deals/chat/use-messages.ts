/** The deal's messages: the last 50 first, earlier ones on demand, new ones as they come. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMessages, MESSAGES_A_PAGE, type Message } from '../../../../core/contract/chat.ts'
import { call } from '../../../lib/api.ts'
import { chatKey } from '../live/use-live.ts'

/** Each once, in order. */
export const joined = (...lists: readonly (readonly Message[])[]): Message[] =>
  [...new Map(lists.flat().map((one) => [one.id, one])).values()].sort((one, two) => one.id - two.id)

export function useMessages(formPk: string) {
  const params = { form_pk: formPk }
  const [earlier, setEarlier] = useState<readonly Message[]>([])
  const [sent, setSent] = useState<readonly Message[]>([])
  const read = useQuery({
    queryKey: chatKey(formPk),
    queryFn: ({ signal, client }) => news(client.getQueryData<Message[]>(chatKey(formPk)) ?? [], signal),
    refetchInterval: 60_000,
  })

  /** Everything after the last one known, page by page. */
  async function news(known: Message[], signal: AbortSignal): Promise<Message[]> {
    const after = known.at(-1)?.id
    const query = after === undefined ? {} : { after }
    const page = await call(listMessages, { params, query, signal })
    const all = joined(known, page)
    return after !== undefined && page.length === MESSAGES_A_PAGE ? news(all, signal) : all
  }

  const messages = joined(earlier, read.data ?? [], sent)
  const first = messages[0]?.id ?? 1
  const showEarlier = async () => {
    const page = await call(listMessages, { params, query: { before: first } })
    setEarlier((before) => joined(page, before))
  }
  const add = (message: Message) => setSent((before) => [...before, message])
  return { read, messages, hasEarlier: first > 1, showEarlier, add }
}
