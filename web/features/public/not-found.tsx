import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { Drawing } from './drawing.tsx'

export const meta = () =>
  pageMeta({ title: m.notfound_title(), description: m.notfound_text(), path: '/404', hidden: true })

export default function NotFound() {
  return (
    <div className="page notfound">
      <Drawing name="lost" />
      <h1>{m.notfound_title()}</h1>
      <p>{m.notfound_text()}</p>
      <p className="actions">
        <a className="button button--next" href={href('/')}>
          {m.notfound_home()}
        </a>
        <a className="button" href={href('/deals')}>
          {m.nav_my_deals()}
        </a>
      </p>
    </div>
  )
}
