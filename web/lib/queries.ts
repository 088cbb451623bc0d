/** Server data in components: `useCall` reads, `useAct` does; both take an endpoint of core/contract. */
import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Answer, Endpoint } from '../../core/contract/endpoint.ts'
import { call, callPage, type Input, newKey } from './api.ts'
import { ApiError } from './api-error.ts'

/** A refusal will not change by asking again; a lost connection may. */
const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502)

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 10_000, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })

/** The key of a read: its path and input. `queryClient.invalidateQueries({ queryKey: keyOf(getDeal) })` hits every input. */
export const keyOf = (endpoint: Endpoint, input?: { params?: unknown; query?: unknown }): unknown[] =>
  input ? [endpoint.path, input.params ?? null, input.query ?? null] : [endpoint.path]

/** What an act answered stands for what is read: a read that began before it must not come after it and undo it. */
export async function putAnswer<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: { params?: unknown; query?: unknown },
  answer: Answer<E>,
): Promise<void> {
  const queryKey = keyOf(endpoint, input)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, answer)
}

interface ReadOptions {
  readonly enabled?: boolean
  readonly refetchInterval?: number
}

export function useCall<E extends Endpoint>(endpoint: E, input: Input<E>, options: ReadOptions = {}) {
  return useQuery<Answer<E>, Error>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    ...options,
  })
}

/** A list with its total; the page before stays to be seen until the next has come. */
export function usePage<E extends Endpoint>(endpoint: E, input: Input<E>, options: ReadOptions = {}) {
  return useQuery({
    queryKey: [...keyOf(endpoint, input), 'page'],
    queryFn: ({ signal }) => callPage(endpoint, { ...input, signal }),
    placeholderData: keepPreviousData,
    ...options,
  })
}

interface ActOptions<E extends Endpoint> {
  /** Waited for, when it takes its time. */
  readonly onDone?: (answer: Answer<E>, input: Input<E>) => unknown
  /** Reads that the act makes stale. */
  readonly refresh?: readonly Endpoint[]
}

/**
 * A write. The idempotency key stays the same while the same input is tried again and changes with the input or after
 * success, so that pressing twice, or again after a lost answer, does it once.
 */
export function useAct<E extends Endpoint>(endpoint: E, { onDone, refresh = [] }: ActOptions<E> = {}) {
  const client = useQueryClient()
  const intent = useRef({ of: '', key: '' })
  return useMutation<Answer<E>, Error, Input<E>>({
    mutationFn: (input) => call(endpoint, { ...input, idempotencyKey: keyFor(intent.current, input) }),
    onSuccess: async (answer, input) => {
      intent.current = { of: '', key: '' }
      await Promise.all(refresh.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })))
      await onDone?.(answer, input)
    },
  })
}

function keyFor(intent: { of: string; key: string }, input: object): string {
  const of = JSON.stringify(input)
  if (intent.of !== of) Object.assign(intent, { of, key: newKey() })
  return intent.key
}
