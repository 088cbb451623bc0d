import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { holderName } from '#web/lib/site.ts'
import { Play } from './play.tsx'

export function Hero() {
  return (
    <section className="hero">
      <div className="hero__words">
        <h1>{m.home_heading()}</h1>
        <p className="hero__lead">{m.home_lead({ name: holderName() })}</p>
        <p className="actions">
          <a className="button button--next" href={href('/register')} data-start>
            {m.home_start()}
          </a>
          <a className="button" href={href('/how-it-works')}>
            {m.home_how()}
          </a>
        </p>
      </div>
      <div className="hero__example">
        <Play />
      </div>
    </section>
  )
}
