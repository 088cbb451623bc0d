import type { ComponentProps, ReactNode } from 'react'
import { m } from '#messages/compiled/messages.js'
import { SANDBOX } from '#web/lib/site.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** What stands around every page: skip link, sandbox banner, bar, one main, footer. */
export function Shell({ children, ...header }: { children: ReactNode } & ComponentProps<typeof Header>) {
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
      <Footer />
    </>
  )
}
