import { m } from '../../messages/compiled/messages.js'
import { href } from '../lib/locale.ts'

export function NotFound() {
  return (
    <div className="page notfound">
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
