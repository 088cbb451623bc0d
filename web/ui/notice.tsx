import type { ReactNode } from 'react'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { CheckIcon, StopIcon, WarningIcon } from './icons.tsx'

type Kind = 'stop' | 'arrived' | 'next' | 'plain'
const ICONS: Record<Kind, ReactNode> = {
  stop: <StopIcon />,
  arrived: <CheckIcon />,
  next: <WarningIcon />,
  plain: null,
}

interface NoticeProps {
  readonly kind?: Kind
  readonly title?: string
  readonly children?: ReactNode
  /** Set where it appears in answer to something: it is then read out. */
  readonly live?: boolean
}

export function Notice({ kind = 'plain', title, children, live }: NoticeProps) {
  return (
    <div
      className={`notice notice--${kind}`}
      role={live ? (kind === 'stop' ? 'alert' : 'status') : undefined}
    >
      {ICONS[kind]}
      <div>
        {title && <p className="notice__title">{title}</p>}
        {children}
      </div>
    </div>
  )
}

/** An error that says what to do. `onRetry` gives the button. */
export function ErrorNotice({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Notice kind="stop" title={m.error_title()} live>
      <p>{message}</p>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          {m.ui_retry()}
        </button>
      )}
    </Notice>
  )
}

/** The spec's access messages: who you would have to be, and the ways on. */
export function AccessDenied({
  message,
  text = m.ui_denied_next(),
  children,
}: {
  message?: string
  text?: string
  children?: ReactNode
}) {
  return (
    <Notice kind="next" title={message ?? m.ui_denied_preview()}>
      <p>{text}</p>
      <p className="actions">
        {children}
        <a className="button" href={href('/deals')}>
          {m.nav_my_deals()}
        </a>
      </p>
    </Notice>
  )
}

interface EmptyStateProps {
  readonly title: string
  /** Given whole: imported here, every page would load the names of all. */
  readonly picture?: ReactNode
  readonly children?: ReactNode
}

/** Nothing here yet, and what comes next. */
export function EmptyState({ title, picture, children }: EmptyStateProps) {
  return (
    <div className="empty">
      {picture}
      <h2>{title}</h2>
      {children}
    </div>
  )
}
