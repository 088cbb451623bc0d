/** Deliverables with their numbers, a line each. */
import { filledLines, NEW_LINE } from '#core/described.ts'
import { deliverableList } from '#core/description.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { m } from '#messages/compiled/messages.js'
import { ruleText } from '#messages/rule-text.ts'
import { locale } from '#web/lib/locale.ts'
import type { FieldProps } from '#web/lib/use-fields.ts'
import { fieldId } from '#web/lib/use-fields.ts'
import { Button } from './button.tsx'
import './list-field.css'

interface ListLine {
  readonly item: string
  readonly count: string | number
}

/** A code of what is wrong with one line, beside that line: below the whole list nobody knows which. */
const lineProblem = (line: ListLine): string | undefined =>
  fieldProblems(deliverableList, filledLines([line]))[0]

export function ListField({ name, value, error, spoken, onChange, onBlur }: FieldProps) {
  const lines = (Array.isArray(value) ? value : []) as readonly ListLine[]
  const change = (at: number, part: Partial<ListLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  const problems = lines.map((line) => (error ? lineProblem(line) : undefined))
  const isOfLine = problems.some((problem) => problem !== undefined)
  return (
    <fieldset className="field list-field" id={fieldId(name)} onBlur={onBlur}>
      <legend className="field__label">
        {m.item_list()} <span className="muted">({m.ui_optional()})</span>
      </legend>
      <p className="field__hint">{m.item_list_hint()}</p>
      {lines.map((line, at) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name, and its text changes
          key={at}
          {...{ name, at, line }}
          problem={problems[at]}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange(lines.filter((_, index) => index !== at))}
        />
      ))}
      {error && !isOfLine && <p className="field__error">{error}</p>}
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
      <Button onClick={() => onChange([...lines, NEW_LINE])}>{m.item_list_add()}</Button>
    </fieldset>
  )
}

interface LineProps {
  readonly name: string
  readonly at: number
  readonly line: ListLine
  readonly problem: string | undefined
  readonly onChange: (part: Partial<ListLine>) => void
  readonly onRemove: () => void
}

function Line({ name, at, line, problem, onChange, onRemove }: LineProps) {
  const number = String(at + 1)
  const errorId = `${fieldId(name)}-${number}-error`
  const isCount = problem === 'numbers_only'
  const wiring = (isWrong: boolean) =>
    isWrong ? { 'aria-invalid': true, 'aria-describedby': errorId } : undefined
  return (
    <>
      <div className="list-field__line">
        <input
          className="input list-field__count"
          inputMode="numeric"
          aria-label={m.item_list_count({ number })}
          {...wiring(isCount)}
          value={line.count}
          onChange={(event) => onChange({ count: event.currentTarget.value })}
        />
        <input
          className="input"
          aria-label={m.item_list_what({ number })}
          {...wiring(problem !== undefined && !isCount)}
          value={line.item}
          onChange={(event) => onChange({ item: event.currentTarget.value })}
        />
        <Button kind="quiet" aria-label={m.item_list_remove({ number })} onClick={onRemove}>
          ×
        </Button>
      </div>
      {problem && (
        <p id={errorId} className="field__error">
          {ruleText(problem, locale())}
        </p>
      )}
    </>
  )
}
