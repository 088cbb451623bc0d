import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getReadMarks, streamDeal } from '#core/contract/chat.ts'
import { getDeal } from '#core/contract/deals.ts'
import { addressOf } from '#web/lib/api.ts'
import { keyOf } from '#web/lib/queries.ts'
import { listen } from './stream.ts'

/** Key of what the chat reads: told that something came, it asks for what is new itself. */
export const chatKey = (formPk: string): unknown[] => ['chat', formPk]

/** Keeps a deal's page up to date: the deal, its messages, who has read them. */
export function useLive(formPk: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const params = { form_pk: formPk }
    const path = addressOf(streamDeal, { params }).replace(/\/$/, '')
    const again = (queryKey: unknown[]) => void client.invalidateQueries({ queryKey })
    return listen(path, ({ event }) => {
      // `ready` comes after every new connection: something may have been missed before the first
      if (event === 'deal' || event === 'payout' || event === 'ready') again(keyOf(getDeal, { params }))
      if (event === 'message' || event === 'ready') again(chatKey(formPk))
      if (event === 'read' || event === 'message') again(keyOf(getReadMarks, { params }))
    })
  }, [client, formPk])
}
