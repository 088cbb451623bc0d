/**
 * The toast host: bottom centre, 8000 ms (spec §9), read out. A toast is an echo: the page itself says the same.
 * A pointer or the focus on one keeps it.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { m } from '#messages/compiled/messages.js'
import { toastLines } from '#web/lib/error-toasts.ts'

const SHOWN_MS = 8000
const MAX_TOASTS = 5

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'plain' | 'stop'
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  lastId += 1
  // what went well has overtaken what went wrong before: beside it the error would be believed
  const others = toasts.filter((item) => item.text !== text && (kind === 'stop' || item.kind === 'plain'))
  set([...others, { id: lastId, text, kind }].slice(-MAX_TOASTS))
}
/** The next try went through, and nothing is toasted for it. */
export const dropErrorToasts = (): void => set(toasts.filter(({ kind }) => kind === 'plain'))

/** Spec §8: one toast per message, named by its field. */
export function toastError(error: unknown): void {
  for (const line of toastLines(error)) toast(line, 'stop')
}

export function ToastHost() {
  const shown = useSyncExternalStore(
    listen,
    () => toasts,
    () => toasts,
  )
  return (
    <section className="toasts" aria-label={m.ui_toasts()}>
      {shown.map((item) => (
        <ToastCard key={item.id} {...item} />
      ))}
    </section>
  )
}

function ToastCard({ id, text, kind }: Toast) {
  const [isHeld, setIsHeld] = useState(false)
  const close = () => set(toasts.filter((item) => item.id !== id))
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => set(toasts.filter((item) => item.id !== id)), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps it on screen; nothing is done by pointing at it
    <div
      className={`toast toast--${kind}`}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span role={kind === 'stop' ? 'alert' : 'status'}>{text}</span>
      <button type="button" className="button button--quiet" aria-label={m.ui_close()} onClick={close}>
        ×
      </button>
    </div>
  )
}
