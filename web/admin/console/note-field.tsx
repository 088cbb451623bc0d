/** What the team writes down before it acts: one line, sent with what is pressed below it. */
import { type ReactNode, useId } from 'react'
import { proseField } from '#core/fields.ts'
import { type FieldProps, type FormSummary, useFields } from '#web/lib/use-fields.ts'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'

/** Letters that say something. */
const LEAST = 3
const MOST = 500

/** The buttons are live: `attempt` sends what is right, and says what is missing otherwise. */
export function useNote({ least = LEAST, most = MOST } = {}) {
  // several on a page
  const prefix = `${useId()}-`
  const { field, values, attempt, summary, reset } = useFields(
    { note: '' },
    { note: proseField(least, most) },
    prefix,
  )
  return { note: values.note.trim(), attempt, field: field('note'), summary, reset }
}

interface NoteFieldProps {
  readonly field: FieldProps
  readonly summary: FormSummary
  readonly label: string
  readonly hint?: ReactNode
  readonly optional?: boolean
}

export const NoteField = ({ field, summary, ...words }: NoteFieldProps) => (
  <>
    <ErrorSummary {...summary} />
    <TextField {...field} {...words} />
  </>
)
