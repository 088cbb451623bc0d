/** One action on its way: values judged as they are typed, the answer put in place of the deal that was read. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { actOnDeal, type Deal, getDeal, listDeals } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { fieldText } from '../../../../messages/error-text.ts'
import { ApiError, errorWords } from '../../../lib/api-error.ts'
import { locale } from '../../../lib/locale.ts'
import { keyOf, putAnswer, useAct } from '../../../lib/queries.ts'
import { useFields } from '../../../lib/use-fields.ts'
import { toast, toastError } from '../../../ui/toasts.tsx'
import { bodyOf, fieldsFor, initialValues, problemsOf, type Values } from './inputs.ts'

export function useAction(deal: Deal, action: string, onDone: () => void) {
  const client = useQueryClient()
  const [fields] = useState(() => fieldsFor(deal, action))
  const [start] = useState(() => initialValues(deal, action))
  const [problem, setProblem] = useState<string | null>(null)
  // a second tap comes before the first is drawn
  const isSent = useRef(false)
  const problems = (name: string, values: Values) => problemsOf(deal, action, name, values)
  const form = useFields<Values>(
    start,
    Object.fromEntries(
      fields.map(({ name }) => [name, (_: unknown, values: Values) => problems(name, values)]),
    ),
  )
  const params = { form_pk: deal.form_pk }
  const reload = () => client.invalidateQueries({ queryKey: keyOf(getDeal, { params }) })
  const act = useAct(actOnDeal, {
    refresh: [listDeals],
    onDone: async (answer) => {
      await putAnswer(client, getDeal, { params }, answer)
      toast(m.deal_done())
      onDone()
    },
  })

  const onError = (error: Error) => {
    toastError(error)
    setProblem(form.showErrors(error) ? null : wordsFor(error))
    if (isOutdated(error)) void reload()
  }

  const send = () => {
    if (isSent.current) return
    const missing = unfilled(fields, (name) => problems(name, form.values))
    if (missing) return void form.showErrors(missing)
    setProblem(null)
    isSent.current = true
    const onSettled = () => {
      isSent.current = false
    }
    act.mutate({ params: { ...params, action }, body: bodyOf(fields, form.values) }, { onError, onSettled })
  }
  return { fields, form, problem, send, isPending: act.isPending }
}

/** Somebody was first, or a deadline passed: what is on the page is no longer so. */
const isOutdated = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404)

const wordsFor = (error: Error): string =>
  isOutdated(error) ? `${errorWords(error)} ${m.deal_reloaded()}` : errorWords(error)

/** What is still wrong, as the server would say it; null when all is well. */
function unfilled(fields: readonly { name: string }[], problems: (name: string) => readonly string[]) {
  const wrong = fields.flatMap(({ name }) => {
    const [code] = problems(name)
    return code === undefined ? [] : [[name, [fieldText(code, locale())]] as const]
  })
  return wrong.length === 0
    ? null
    : new ApiError({ status: 400, code: 'invalid', fields: Object.fromEntries(wrong) })
}
