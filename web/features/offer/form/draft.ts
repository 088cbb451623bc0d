/**
 * A half-filled form, stored in this tab per user and track together with the idempotency key of its submission: a
 * reload or a lost response neither loses what was typed nor creates a second deal. It names somebody's phone, so it
 * goes with the tab.
 */
import { type DraftKind, storedDraft } from '#web/lib/draft-start.ts'
import { submissionFor } from '#web/lib/idempotency-key.ts'
import { restoreValues } from '#web/lib/tab-draft.ts'

export type DraftValues = Readonly<Record<string, unknown>>

export function draftOf(kind: DraftKind, userId: number) {
  const stored = storedDraft(kind, userId)
  const read = () => ({ values: {}, ...stored.read() })
  return {
    storage: stored.key,
    isBegun: (): boolean => Object.keys(read().values).length > 0,
    restore: <Values extends DraftValues>(initial: Values): Values => restoreValues(initial, read().values),
    save: (values: DraftValues): void => stored.write({ ...read(), values }),
    keyFor: (input: unknown): string => {
      const draft = read()
      const submission = submissionFor(draft.submission, input)
      stored.write({ ...draft, submission })
      return submission.key
    },
    clear: stored.forget,
  }
}

export type Draft = ReturnType<typeof draftOf>
