/** Small hooks that any page may use. */
import { createContext, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { isOffer, isShared, locale, rememberLanguage } from './locale.ts'
import { onSession, readSession, type Session } from './session.ts'

/** True while the app's shell is rendered: the router takes it for the home page, which needs no scripts. */
export const ShellMode = createContext(false)

/** Who is signed in, in step with other tabs. Null while the shell is rendered at build. */
export const useSession = (): Session | null => useSyncExternalStore(onSession, readSession, () => null)

const subscribeToConnection = (onChange: () => void) => {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** What the browser reports; it may have a network without a way to our server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  )

/** Navigates within the site. A share link carries no language, so its page is loaded anew with the choice stored. */
export function useOpen(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (path: string) => {
      // the router knows no address of an offer: its page is still
      if (isOffer(path)) return location.assign(path)
      if (!isShared(path)) return void navigate(path, { replace: true })
      rememberLanguage(locale())
      location.assign(path)
    },
    [navigate],
  )
}

/** The value once it has not changed for a while: one request per pause in typing instead of one per letter. */
export function useDebouncedValue<Value>(value: Value, pauseMs = 250): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}

/**
 * The focused element may be removed: the button of an action that is done, a dialog, a whole page. The focus then
 * moves to the dialog that is open, or to the start of the content; otherwise a keyboard or a screen reader starts again
 * at the top of the document.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let last: Element | null = null
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    // what an open dialog makes inert takes no focus: the next change tries again
    const removals = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      const place =
        document.querySelector<HTMLElement>('dialog[open] button') ?? document.getElementById('main')
      place?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    removals.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      removals.disconnect()
    }
  }, [])
}
