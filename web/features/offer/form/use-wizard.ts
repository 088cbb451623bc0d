/** The three steps of an offer: which can be reached, the draft that is stored, and the submission. */
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { FORM_PK, type Track } from '#core/ids.ts'
import { m } from '#messages/compiled/messages.js'
import type { Input } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { problemOf, type Rules, useFields } from '#web/lib/use-fields.ts'
import { toast, toastError } from '#web/ui/toasts.tsx'
import { type Draft, type DraftValues, draftOf } from './draft.ts'
import { tryPhotos, usePhotoDraft } from './photo-draft.ts'

export interface OfferDefinition<Values extends DraftValues> {
  readonly track: Track
  readonly initial: Values & { readonly amount: string }
  readonly rules: Rules<Values>
  /** The fields of the first and of the second step; the third has none. */
  readonly steps: readonly (readonly (keyof Values & string)[])[]
  readonly endpoint: Endpoint
  readonly body: (values: Values) => unknown
}

export function useWizard<Values extends DraftValues>(definition: OfferDefinition<Values>, userId: number) {
  const { rules, steps } = definition
  const draft = draftOf(definition.track, userId)
  const fields = useFields<Values & { readonly amount: string }>(draft.restore(definition.initial), rules)
  const { values } = fields
  const [photos, setPhotos] = usePhotoDraft(draft.storage)
  const missingIn = (step: number): readonly string[] =>
    (steps[step] ?? []).filter((name) => problemOf(rules[name], values[name], values) !== undefined)
  const isFilled = (step: number): boolean => missingIn(step).length === 0
  const navigation = useStepNavigation([0, 1].findIndex((step) => !isFilled(step)))
  useDraftSaving(draft, values)
  const submission = useSubmission(definition, draft, {
    photos,
    onCreated: (formPk) => {
      setPhotos([])
      navigation.goToCreated(formPk)
    },
    onRefused: (error) => {
      fields.showErrors(error)
      const step = steps.findIndex((names) => names.some((name) => name in error.fields))
      if (step >= 0) navigation.go(step)
    },
  })
  const startOver = () => {
    draft.clear()
    fields.resetTo(definition.initial)
    setPhotos([])
    navigation.go(0)
  }
  return {
    ...fields,
    ...navigation,
    photos,
    setPhotos,
    isReady: isFilled(navigation.step),
    missing: missingIn(navigation.step),
    error: submission.error,
    isSending: submission.isPending,
    submit: () => submission.mutate({ body: definition.body(values) } as Input<Endpoint>),
    startOver,
  }
}
export type OfferWizard<Values extends DraftValues> = ReturnType<typeof useWizard<Values>>

/** The deal that was just created; it is in the URL, so that its link page survives a reload. */
export function useCreatedFormPk(): string | null {
  const formPk = useSearchParams()[0].get('made') ?? ''
  return FORM_PK.test(formPk) ? formPk : null
}

/** The step is in the URL, so that the browser's Back goes one step back. No step is reached before those before it. */
function useStepNavigation(firstUnfilled: number) {
  const [search, setSearch] = useSearchParams()
  const requested = Number(search.get('step') ?? 1) - 1
  const furthest = firstUnfilled < 0 ? 2 : firstUnfilled
  return {
    step: Math.max(0, Math.min(Number.isInteger(requested) ? requested : 0, furthest)),
    go: (step: number) => setSearch(step === 0 ? {} : { step: String(step + 1) }),
    goToCreated: (formPk: string) => setSearch({ made: formPk }, { replace: true }),
  }
}

export function useDraftSaving(draft: Pick<Draft, 'save'>, values: DraftValues): void {
  const saved = useRef(values)
  useEffect(() => {
    if (saved.current !== values) draft.save(values)
    saved.current = values
  }, [draft, values])
}

interface SubmissionHandlers {
  readonly photos: readonly File[]
  readonly onCreated: (formPk: string) => void
  readonly onRefused: (error: ApiError) => void
}

function useSubmission<Values extends DraftValues>(
  { endpoint }: OfferDefinition<Values>,
  draft: Draft,
  handlers: SubmissionHandlers,
) {
  return useApiMutation(endpoint, {
    idempotencyKeyFor: ({ body }) => draft.keyFor(body),
    onDone: async (created: unknown) => {
      draft.clear()
      const { form_pk } = created as { form_pk: string }
      await sendPhotos(form_pk, handlers.photos)
      toast(m.offer_added())
      handlers.onCreated(form_pk)
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      // A lost connection is shown on the page until it is back; a toast would outlive the success.
      if (error.status !== 0) toastError(error)
      handlers.onRefused(error)
    },
  })
}

/** The offer stands without them: they can be added on its page. */
const sendPhotos = (formPk: string, photos: readonly File[]): Promise<void> =>
  tryPhotos(photos, m.item_photos_unsent, async () => {
    const { uploadPhotos } = await import('#web/lib/item-photos.ts')
    await uploadPhotos(formPk, photos)
  })
