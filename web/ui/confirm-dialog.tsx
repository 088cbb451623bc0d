/** Asked once before money moves or something ends: the amount, who gets what, and that it is final. */
import type { ReactNode } from 'react'
import { m } from '#messages/compiled/messages.js'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './notice.tsx'
import { Money } from './values.tsx'

interface Share {
  readonly who: string
  readonly paise: number
}
interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  /** Who gets what; each with its amount. */
  readonly shares?: readonly Share[]
  readonly children?: ReactNode
  /** The button says what happens: "Release ₹1,500 to Asha". */
  readonly verb: string
  readonly kind?: 'next' | 'stop'
  /** Cannot be undone: said in words above the buttons. */
  readonly final?: boolean
  readonly busy?: boolean
  readonly error?: string | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, shares = [], children, verb, kind = 'next', final, busy, error } = props
  return (
    <Dialog opened={opened} onClose={props.onClose} title={title} locked={busy ?? false}>
      {shares.length > 0 && (
        <dl className="shares">
          {shares.map(({ who, paise }) => (
            <div key={who}>
              <dt>{who}</dt>
              <dd>
                <Money paise={paise} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      {final && <p>{m.ui_final()}</p>}
      {error && <ErrorNotice message={error} />}
      <p className="actions">
        <Button kind={kind} busy={busy ?? false} onClick={props.onConfirm}>
          {verb}
        </Button>
        <Button kind="quiet" onClick={props.onClose}>
          {m.ui_cancel()}
        </Button>
      </p>
    </Dialog>
  )
}
