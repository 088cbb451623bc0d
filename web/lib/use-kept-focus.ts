import { useEffect } from 'react'

/**
 * What had the focus may go: the button of something that is done now, a dialog, a whole page. Then the focus is not
 * lost but stands at the beginning of what is there instead.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    const watch = new MutationObserver(() => {
      if (!last || last.isConnected) return
      last = null
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      watch.disconnect()
    }
  }, [])
}
