/** Other figures for the policy: what is wrong stands beside its field, what changes is listed and previewed before it is asked for. */
import { useMemo } from 'react'
import { listPolicies, proposePolicy } from '#core/contract/policies.ts'
import { Refusal } from '#core/errors.ts'
import type { Policy } from '#core/policy.ts'
import {
  changedFigures,
  FIGURE_PATHS,
  type FigurePath,
  figureOf,
  POLICY_FIGURES,
  withFigures,
} from '#core/policy-figures.ts'
import { m } from '#messages/compiled/messages.js'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ProseField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { FigureChanges } from './figure-changes.tsx'
import { figureFrom, figureName, figureRange, figureText, figureValue } from './figure-words.ts'
import { SentencePreview } from './sentence-preview.tsx'

type PolicyTexts = Readonly<Record<FigurePath | 'reason', string>>

const LEAST_REASON = 3

/** Of the figures that are not as they were; one that cannot be read is not a number. */
function changedValues(policy: Policy, texts: PolicyTexts): Partial<Record<FigurePath, number>> {
  const values = FIGURE_PATHS.map((path) => [path, figureFrom(path, texts[path])] as const)
  return Object.fromEntries(values.filter(([path, value]) => value !== figureOf(policy, path)))
}

/** As the server judges them: messages by figure. */
function problemsOf(policy: Policy, texts: PolicyTexts): Readonly<Record<string, readonly string[]>> {
  const values = changedValues(policy, texts)
  try {
    if (Object.keys(values).length > 0) withFigures(policy, values)
    return {}
  } catch (error) {
    if (error instanceof Refusal && error.fields) return error.fields
    throw error
  }
}

function figureRules(policy: Policy) {
  let judged: { texts: PolicyTexts; problems: ReturnType<typeof problemsOf> } | null = null
  // all figures are judged together, once for all fields
  const ruleOf = (path: FigurePath) => (_: unknown, texts: PolicyTexts) => {
    if (judged?.texts !== texts) judged = { texts, problems: problemsOf(policy, texts) }
    return judged.problems[path] ?? []
  }
  return {
    ...Object.fromEntries(FIGURE_PATHS.map((path) => [path, ruleOf(path)])),
    reason: (text: unknown) => (String(text).trim().length < LEAST_REASON ? ['required'] : []),
  }
}

const startOf = (policy: Policy): PolicyTexts =>
  Object.fromEntries([
    ...FIGURE_PATHS.map((path) => [path, figureText(path, figureOf(policy, path))]),
    ['reason', ''],
  ]) as PolicyTexts

interface PolicyFormProps {
  readonly policy: Policy
  /** A colleague has asked for a change in the meantime. */
  readonly onTaken: () => void
}

const isTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict'

export function PolicyForm({ policy, onTaken }: PolicyFormProps) {
  const start = useMemo(() => startOf(policy), [policy])
  const rules = useMemo(() => figureRules(policy), [policy])
  const { field, values, attempt, summary, showErrors } = useFields(start, rules)
  const propose = useApiMutation(proposePolicy, {
    refresh: [listPolicies],
    onDone: () => toast(m.policies_sent()),
  })
  const figures = changedValues(policy, values) as Record<string, number>
  const isSound = Object.keys(problemsOf(policy, values)).length === 0
  const isSame = Object.keys(figures).length === 0
  const send = () =>
    attempt(() =>
      propose.mutate(
        { body: { figures, reason: values.reason } },
        { onError: (error) => (isTaken(error) ? onTaken() : showErrors(error)) },
      ),
    )
  return (
    <form
      className="policy-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSame && !propose.isPending) send()
      }}
    >
      {(['deal', 'service'] as const).map((reach) => (
        <fieldset key={reach} className="policy-form__part">
          <legend>{reach === 'deal' ? m.policies_of_deals() : m.policies_of_service()}</legend>
          {POLICY_FIGURES.filter((figure) => figure.reach === reach).map(({ path }) => (
            <TextField
              {...field(path)}
              key={path}
              label={figureName(path)}
              hint={
                path in figures
                  ? `${m.policies_now({ value: figureValue(path, figureOf(policy, path)) })} · ${figureRange(path)}`
                  : undefined
              }
              inputMode="decimal"
            />
          ))}
        </fieldset>
      ))}
      {isSound && !isSame && (
        <section className="policy-proposal">
          <h2>{m.policies_changes()}</h2>
          <FigureChanges changes={changedFigures(policy, withFigures(policy, figures))} />
          <SentencePreview figures={figures} onRefused={showErrors} />
        </section>
      )}
      <ProseField {...field('reason')} label={m.policies_reason()} hint={m.policies_reason_hint()} />
      <ErrorSummary {...summary} />
      {propose.isError && !isTaken(propose.error) && <ErrorNotice message={errorWords(propose.error)} />}
      <Button type="submit" kind="next" busy={propose.isPending} disabled={isSame}>
        {m.policies_send()}
      </Button>
      {isSame && <p className="field__hint">{m.error_policy_same()}</p>}
    </form>
  )
}
