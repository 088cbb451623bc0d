/** Where a half-filled offer is stored in this tab, and a new one that begins with what is known of the other side. */
import type { Track } from '#core/ids.ts'
import type { Submission } from './idempotency-key.ts'
import { tabDraft } from './tab-draft.ts'

export interface StoredDraft {
  readonly values: Readonly<Record<string, unknown>>
  readonly submission?: Submission | undefined
}

/** Of an offer, of what a seller asks for, or of an offer link. */
export type DraftKind = Track | 'request' | 'link'

export const storedDraft = (kind: DraftKind, userId: number) =>
  tabDraft<StoredDraft>(`draft:${kind}:${userId}`)

export const startAgain = (track: Track, userId: number, values: StoredDraft['values']): void =>
  storedDraft(track, userId).write({ values })
