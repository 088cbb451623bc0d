import { m } from '#messages/compiled/messages.js'
import { figures } from '#web/features/public/figures.ts'
import { href } from '#web/lib/locale.ts'
import { siteName } from '#web/lib/site.ts'
import { ExampleLine } from './example.tsx'

export function Hero() {
  return (
    <section className="hero">
      <div className="hero__words">
        <h1>{m.home_heading()}</h1>
        <p className="hero__lead">{m.home_lead({ name: siteName() })}</p>
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
        <ExampleLine at="held" labelled />
        <p className="hero__move">{m.home_example_next({ tracking: figures().trackingWindow ?? '' })}</p>
      </div>
    </section>
  )
}
