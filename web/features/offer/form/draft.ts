/**
 * A half-filled form, stored in this tab per user and track together with the idempotency key of its submission: a
 * reload or a lost response neither loses what was typed nor creates a second deal. It names somebody's phone, so it
 * goes with the tab.
 */
import { type DraftKind, draftKey, type StoredDraft, writeDraft } from '#web/lib/draft-start.ts'
import { submissionFor } from '#web/lib/idempotency-key.ts'

export type DraftValues = Readonly<Record<string, unknown>>

/** The stored values over the form's initial ones: unknown names and values of another type are dropped. */
export function restoreValues<Values extends DraftValues>(initial: Values, stored: DraftValues): Values {
  const names = Object.keys(initial).filter((name) => typeof stored[name] === typeof initial[name])
  return { ...initial, ...Object.fromEntries(names.map((name) => [name, stored[name]])) }
}

function read(storage: string): StoredDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storage) ?? '{}') as Partial<StoredDraft>
    return { values: stored.values ?? {}, submission: stored.submission }
  } catch {
    return { values: {} }
  }
}

export function draftOf(kind: DraftKind, userId: number) {
  const storage = draftKey(kind, userId)
  return {
    storage,
    isBegun: (): boolean => Object.keys(read(storage).values).length > 0,
    restore: <Values extends DraftValues>(initial: Values): Values =>
      restoreValues(initial, read(storage).values),
    save: (values: DraftValues): void => writeDraft(storage, { ...read(storage), values }),
    keyFor: (input: unknown): string => {
      const draft = read(storage)
      const submission = submissionFor(draft.submission, input)
      writeDraft(storage, { ...draft, submission })
      return submission.key
    },
    clear: (): void => {
      try {
        sessionStorage.removeItem(storage)
      } catch {
        // Storage is blocked: nothing was stored.
      }
    },
  }
}
export type Draft = ReturnType<typeof draftOf>
