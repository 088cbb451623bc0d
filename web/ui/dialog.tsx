/** The browser's own dialog: it keeps the focus inside, closes on Escape, and makes the page behind it inert. */
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { m } from '#messages/compiled/messages.js'

interface DialogProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  /** Something is on its way: it cannot be closed now. */
  readonly locked?: boolean
  readonly children: ReactNode
}

export function Dialog({ opened, title, onClose, locked, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useFocusBack(dialog)
  // in the commit itself: one that takes the place of another has the focus before a key or a finger can miss it
  useLayoutEffect(() => {
    if (opened && !dialog.current?.open) dialog.current?.showModal()
    if (!opened) dialog.current?.close()
  }, [opened])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) onClose()
      }}
    >
      {opened && (
        <>
          <div className="dialog__head">
            <h2 id={titleId}>{title}</h2>
            <button
              type="button"
              className="button button--quiet dialog__close"
              aria-label={m.ui_close()}
              disabled={locked}
              onClick={onClose}
            >
              ×
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}

/** One that is taken away while it is open gives the focus back all the same. */
function useFocusBack(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current
    return () => {
      element?.close()
    }
  }, [dialog])
}
