/** Server data in components: `useApiQuery` and `useApiPage` read, `useApiMutation` writes; each takes an endpoint of core/contract. */
import {
  keepPreviousData,
  type MutateOptions,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Answer, Endpoint } from '#core/contract/endpoint.ts'
import { call, callPage, type Input } from './api.ts'
import { ApiError } from './api-error.ts'
import { createInFlightInputs, type Submission, submissionFor } from './idempotency-key.ts'

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

/** Stores a mutation's answer as the read's result; a read that began earlier is cancelled, or it would undo it. */
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
  readonly refetchInterval?: number | ((query: { readonly state: { readonly data?: unknown } }) => number)
  /** What is shown, and what came: answers what is shown from now on. */
  readonly structuralSharing?: (shown: unknown, answer: unknown) => unknown
}

export function useApiQuery<E extends Endpoint>(endpoint: E, input: Input<E>, options: ReadOptions = {}) {
  return useQuery<Answer<E>, Error>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    ...options,
  })
}

/** A list with its total; the previous page stays visible until the next one is loaded. */
export function useApiPage<E extends Endpoint>(endpoint: E, input: Input<E>, options: ReadOptions = {}) {
  return useQuery({
    queryKey: [...keyOf(endpoint, input), 'page'],
    queryFn: ({ signal }) => callPage(endpoint, { ...input, signal }),
    placeholderData: keepPreviousData,
    ...options,
  })
}

interface MutationOptions<E extends Endpoint> {
  /** Awaited if it returns a promise. */
  readonly onDone?: (answer: Answer<E>, input: Input<E>) => unknown
  readonly onError?: (error: Error) => void
  /** Reads that the mutation makes stale. */
  readonly refresh?: readonly Endpoint[]
  /** Where the key must outlive the page, as that of a stored draft. */
  readonly idempotencyKeyFor?: (input: Input<E>) => string
}

/**
 * A write. The idempotency key stays the same while the same input is tried again and changes with the input or after
 * success, so that a retry after a lost answer does it once. While an input is on its way `mutate` ignores the same
 * input (a second tap comes before the button is drawn as busy), and no other: another row's button works.
 */
export function useApiMutation<E extends Endpoint>(endpoint: E, options: MutationOptions<E> = {}) {
  const { onDone, onError, refresh = [], idempotencyKeyFor } = options
  const client = useQueryClient()
  const submission = useRef<Submission>(undefined)
  const [inFlight] = useState(createInFlightInputs)
  const keyFor = (input: Input<E>): string => {
    submission.current = submissionFor(submission.current, input)
    return submission.current.key
  }
  const mutation = useMutation<Answer<E>, Error, Input<E>>({
    mutationFn: (input) =>
      call(endpoint, { ...input, idempotencyKey: idempotencyKeyFor?.(input) ?? keyFor(input) }),
    onSuccess: async (answer, input) => {
      submission.current = undefined
      await Promise.all(refresh.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })))
      await onDone?.(answer, input)
    },
    onError: (error) => onError?.(error),
    onSettled: (_answer, _error, input) => inFlight.end(input),
  })
  const mutate = (input: Input<E>, callbacks?: MutateOptions<Answer<E>, Error, Input<E>>): void => {
    if (inFlight.start(input)) mutation.mutate(input, callbacks)
  }
  return { ...mutation, mutate }
}
