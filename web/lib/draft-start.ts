/** Where a half-filled offer is stored in this tab, and a new one that begins with what is known of the other side. */
import type { Track } from '#core/ids.ts'
import type { Submission } from './idempotency-key.ts'

export interface StoredDraft {
  readonly values: Readonly<Record<string, unknown>>
  readonly submission?: Submission | undefined
}

/** Of an offer, or of what a seller asks for. */
export type DraftKind = Track | 'request'

export const draftKey = (kind: DraftKind, userId: number): string => `draft:${kind}:${userId}`

export function writeDraft(key: string, draft: StoredDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is full or blocked: the form still works, it only does not survive a reload.
  }
}

export const startAgain = (track: Track, userId: number, values: StoredDraft['values']): void =>
  writeDraft(draftKey(track, userId), { values })
