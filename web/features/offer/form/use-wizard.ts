/** The three steps of an offer: which may be reached, what is kept, and the one submission. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '../../../../core/contract/endpoint.ts'
import type { Track } from '../../../../core/ids.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { call, type Input, newKey } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { problemOf, type Rules, useFields } from '../../../lib/use-fields.ts'
import { toast, toastError } from '../../../ui/toasts.tsx'
import { type Draft, draftOf, type Values } from './draft.ts'

interface Setup<V extends Values> {
  readonly track: Track
  readonly userId: number
  readonly start: V
  readonly rules: Rules<V>
  /** The fields of the first and of the second step; the third asks for none. */
  readonly steps: readonly (readonly (keyof V & string)[])[]
  readonly endpoint: Endpoint
  readonly body: (values: V) => unknown
}

export function useWizard<V extends Values>(setup: Setup<V>) {
  const { rules, steps } = setup
  const draft = draftOf(setup.track, setup.userId)
  const fields = useFields<V>(draft.start(setup.start), rules)
  const { values } = fields
  const isFilled = (step: number): boolean =>
    (steps[step] ?? []).every((name) => problemOf(rules[name], values[name], values) === undefined)
  const place = usePlace([0, 1].findIndex((step) => !isFilled(step)))
  useKeeping(draft, values)
  const sending = useSending(setup, draft, {
    onMade: place.toMade,
    onRefused: (error) => {
      fields.showErrors(error)
      const at = steps.findIndex((names) => names.some((name) => name in error.fields))
      if (at >= 0) place.go(at)
    },
  })
  const startOver = () => {
    draft.clear()
    fields.setValues(setup.start)
    place.go(0)
  }
  return {
    ...fields,
    ...place,
    isReady: isFilled(place.step),
    error: sending.error,
    isSending: sending.isPending,
    submit: () => sending.send(setup.body(values)),
    startOver,
  }
}

/** The step is in the address, so that the browser's Back goes one step back; none is reached before those before it. */
function usePlace(firstUnfilled: number) {
  const [search, setSearch] = useSearchParams()
  const asked = Number(search.get('step') ?? 1) - 1
  const furthest = firstUnfilled < 0 ? 2 : firstUnfilled
  return {
    step: Math.max(0, Math.min(Number.isInteger(asked) ? asked : 0, furthest)),
    made: search.get('made'),
    go: (step: number) => setSearch(step === 0 ? {} : { step: String(step + 1) }),
    toMade: (formPk: string) => setSearch({ made: formPk }, { replace: true }),
  }
}

function useKeeping(draft: Draft, values: Values): void {
  const kept = useRef(values)
  useEffect(() => {
    if (kept.current !== values) draft.keep(values)
    kept.current = values
  }, [draft, values])
}

interface After {
  readonly onMade: (formPk: string) => void
  readonly onRefused: (error: ApiError) => void
}

function useSending<V extends Values>(setup: Setup<V>, draft: Draft, after: After) {
  const { endpoint } = setup
  // Two presses can come before the first is drawn as busy.
  const busy = useRef(false)
  const mutation = useMutation<{ form_pk: string }, Error, unknown>({
    mutationFn: (body) =>
      call(endpoint, {
        body,
        idempotencyKey: draft.keyFor(body, newKey),
      } as Input<Endpoint>) as Promise<never>,
    onSuccess: ({ form_pk }) => {
      draft.clear()
      toast(m.offer_added())
      after.onMade(form_pk)
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      // A lost connection is said on the page until it is back; a toast would outlive the success.
      if (error.status !== 0) toastError(error)
      after.onRefused(error)
    },
    onSettled: () => {
      busy.current = false
    },
  })
  const send = (body: unknown) => {
    if (busy.current) return
    busy.current = true
    mutation.mutate(body)
  }
  return { ...mutation, send }
}
