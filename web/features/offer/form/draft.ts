/**
 * A half-filled form, kept on this device per person and track, with the key of its one submission: so that a reload
 * or a lost answer neither loses what was typed nor makes a second deal.
 */
import type { Track } from '../../../../core/ids.ts'

export type Values = Readonly<Record<string, unknown>>
interface Intent {
  readonly of: string
  readonly key: string
}
interface Kept {
  readonly values: Values
  readonly intent?: Intent | undefined
}

const slot = (track: Track, userId: number): string => `draft:${track}:${userId}`

/** What was kept, over the form's own start: unknown names and values of another kind are left behind. */
export function overStart<V extends Values>(start: V, kept: Values): V {
  const fits = Object.keys(start).filter((name) => typeof kept[name] === typeof start[name])
  return { ...start, ...Object.fromEntries(fits.map((name) => [name, kept[name]])) }
}

/** The same key as long as the same is sent again; another for anything else. */
export const intentFor = (kept: Intent | undefined, body: unknown, newKey: () => string): Intent => {
  const of = JSON.stringify(body)
  return kept?.of === of ? kept : { of, key: newKey() }
}

function read(track: Track, userId: number): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(slot(track, userId)) ?? '{}') as Partial<Kept>
    return { values: kept.values ?? {}, intent: kept.intent }
  } catch {
    return { values: {} }
  }
}

function write(track: Track, userId: number, kept: Kept): void {
  try {
    localStorage.setItem(slot(track, userId), JSON.stringify(kept))
  } catch {
    // No room or no storage: the form still works, it only does not survive a reload.
  }
}

export function draftOf(track: Track, userId: number) {
  return {
    start: <V extends Values>(start: V): V => overStart(start, read(track, userId).values),
    keep: (values: Values): void => write(track, userId, { ...read(track, userId), values }),
    keyFor: (body: unknown, newKey: () => string): string => {
      const kept = read(track, userId)
      const intent = intentFor(kept.intent, body, newKey)
      write(track, userId, { ...kept, intent })
      return intent.key
    },
    clear: (): void => {
      try {
        localStorage.removeItem(slot(track, userId))
      } catch {
        // Nothing was kept.
      }
    },
  }
}
export type Draft = ReturnType<typeof draftOf>
