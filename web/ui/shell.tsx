import type { ComponentProps, ReactNode } from 'react'
import { m } from '#messages/compiled/messages.js'
import { SANDBOX } from '#web/lib/site.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** What stands around every page: skip link, sandbox banner, bar, one main, footer. */
interface ShellProps extends ComponentProps<typeof Header> {
  readonly children: ReactNode
  /** Where people work: the footer is one line. */
  readonly isApp?: boolean
}

export function Shell({ children, isApp = false, ...header }: ShellProps) {
  return (
    <>
      <a className="skip" href="#main">
        {m.nav_skip()}
      </a>
      {SANDBOX && (
        <aside className="sandbox" aria-label={m.ui_sandbox_label()}>
          {m.ui_sandbox()}
        </aside>
      )}
      <Header {...header} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer folded={isApp} />
    </>
  )
}
