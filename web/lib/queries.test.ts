import { expect, test } from 'vitest'
import { getDeal } from '#core/contract/deals.ts'
import { keyOf, makeQueryClient, putAnswer } from './queries.ts'

test('a read that began before an act does not undo its answer', async () => {
  const client = makeQueryClient()
  const input = { params: { form_pk: 'fp' } }
  const queryKey = keyOf(getDeal, input)
  client.setQueryData(queryKey, { status: 'negotiating' })
  let answer = (_: object) => {}
  const slow = new Promise<object>((resolve) => {
    answer = resolve
  })
  const read = client.fetchQuery({ queryKey, queryFn: () => slow, staleTime: 0 }).catch(() => undefined)

  await putAnswer(client, getDeal, input, { status: 'settled' } as never)
  answer({ status: 'negotiating' })
  await read

  expect(client.getQueryData(queryKey)).toEqual({ status: 'settled' })
})
