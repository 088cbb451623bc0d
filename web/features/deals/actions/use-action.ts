/** One action: values validated as they are typed, the answer stored as the deal's new state. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { actOnDeal, type Deal, getDeal, listDeals, payDeal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { eventWords } from '#web/features/deals/words/events.ts'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { keyOf, putAnswer, useApiMutation } from '#web/lib/queries.ts'
import { dealDraft, restoreValues } from '#web/lib/tab-draft.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { toast, toastError } from '#web/ui/toasts.tsx'
import { type ActionValues, bodyOf, type FormField, fieldsFor, initialValues, problemsOf } from './inputs.ts'

export function useAction(deal: Deal, action: string, onDone: () => void) {
  const client = useQueryClient()
  const [fields] = useState(() => fieldsFor(deal, action))
  // of this stage and these terms: at another, other reasons are offered and other sums asked for
  const [draft] = useState(() =>
    dealDraft<ActionValues>(deal.form_pk, `${action}:${deal.status}:${deal.terms_version}`),
  )
  const [start] = useState(() => restoreValues(initialValues(deal, action), draft.read()))
  const [problem, setProblem] = useState<string | null>(null)
  const problems = (name: string, values: ActionValues) => problemsOf(deal, action, name, values)
  const form = useFields<ActionValues>(
    start,
    Object.fromEntries(
      fields.map(({ name }) => [name, (_: unknown, values: ActionValues) => problems(name, values)]),
    ),
  )
  // files of a form that was left are in no list: whoever finds their words again would send them without
  const [areFilesLost] = useState(() => draft.read()[HAD_FILES] === true)
  const hasFiles = useRef(false)
  const noteFiles = (has: boolean) => {
    if (has !== hasFiles.current) draft.write({ ...draft.read(), [HAD_FILES]: has })
    hasFiles.current = has
  }
  const field = (name: string) => {
    const props = form.field(name)
    const onChange = (value: unknown) => {
      props.onChange(value)
      if (isTyped(fields, name)) draft.write({ ...draft.read(), [name]: value })
      else if (Array.isArray(value)) noteFiles(value.length > 0)
    }
    return { ...props, onChange }
  }
  const [version, setVersion] = useState(deal.terms_version)
  // a tick is for the terms that were on the screen: left on, it would stand for others, and the old version be refused
  if (version !== deal.terms_version) {
    setVersion(deal.terms_version)
    if (isOfTerms(fields)) form.resetTo(initialValues(deal, action))
  }
  const params = { form_pk: deal.form_pk }
  const reload = () => client.invalidateQueries({ queryKey: keyOf(getDeal, { params }) })
  const pay = useApiMutation(payDeal, { refresh: [getDeal] })
  const act = useApiMutation(actOnDeal, {
    refresh: [listDeals],
    onDone: async (answer) => {
      draft.forget()
      await putAnswer(client, getDeal, { params }, answer)
      toast(
        answer.events
          .slice(-1)
          .map((event) => eventWords(answer, event))
          .join(),
      )
      onDone()
      // a complaint without its fee ends and gives the money away: whoever files it is shown the payment at once
      if (action === 'complain' && answer.to_pay) pay.mutate({ params, body: {} })
    },
  })

  const onError = (error: Error) => {
    toastError(error)
    setProblem(form.showErrors(error) ? null : wordsFor(error))
    if (isOutdated(error)) void reload()
  }

  const send = () =>
    form.attempt(() => {
      setProblem(null)
      act.mutate({ params: { ...params, action }, body: bodyOf(action, fields, form.values) }, { onError })
    })
  return { fields, form: { ...form, field }, areFilesLost, problem, send, isPending: act.isPending }
}

const HAD_FILES = 'had_files'

/** What a tick or a file stands for is on the page that it was given on. */
const isTyped = (fields: readonly FormField[], name: string): boolean =>
  fields.some((field) => field.name === name && !['hidden', 'tick', 'files'].includes(field.type))

const isOfTerms = (fields: readonly FormField[]): boolean =>
  fields.some(({ name }) => name === 'terms_version')

/** Someone else acted first, or a deadline passed: the page shows an old state. */
const isOutdated = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404)

const wordsFor = (error: Error): string =>
  isOutdated(error) ? `${errorWords(error)} ${m.deal_reloaded()}` : errorWords(error)
