/** Around every page of the console: its title, the team alone, the way to the others. */
import type { ReactNode } from 'react'
import { m } from '../../../messages/compiled/messages.js'
import { Guard } from '../../ui/guard.tsx'
import { ConsoleNav, TEAM } from './console-nav.tsx'
import './console.css'

export function ConsolePage({ title, children }: { title: string; children: () => ReactNode }) {
  return (
    <div className="page console">
      <h1>{title}</h1>
      <Guard roles={TEAM} denied={m.admin_denied()}>
        {() => (
          <>
            <ConsoleNav />
            {children()}
          </>
        )}
      </Guard>
    </div>
  )
}
