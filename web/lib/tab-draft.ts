/** What was typed and not sent, stored in this tab: a reload, a call or a look at another page loses nothing. It goes with the tab. */
import { readSession } from './session.ts'

type DraftTexts = Readonly<Record<string, unknown>>

/** The stored values over the form's initial ones: unknown names and values of another type are dropped. */
export function restoreValues<V extends DraftTexts>(initial: V, stored: DraftTexts): V {
  const names = Object.keys(initial).filter((name) => typeof stored[name] === typeof initial[name])
  return { ...initial, ...Object.fromEntries(names.map((name) => [name, stored[name]])) }
}

/** `key` names whose it is: another person may sign in in this tab. */
export const tabDraft = <V extends object>(key: string) => ({
  key,
  read: (): Partial<V> => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<V>
    } catch {
      return {}
    }
  },
  write: (values: V): void => {
    try {
      sessionStorage.setItem(key, JSON.stringify(values))
    } catch {
      // Storage is full or blocked: the form still works, it only does not survive a reload.
    }
  },
  forget: (): void => {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Storage is blocked: nothing was stored.
    }
  },
})

/** Of one form of a deal. */
export const dealDraft = <V extends object>(formPk: string, form: string) =>
  tabDraft<V>(`draft:${readSession()?.user.id}:${formPk}:${form}`)
