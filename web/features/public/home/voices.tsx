/** Testimonials and partners from content/site.json. What is a sample says so. */
import { m } from '#messages/compiled/messages.js'
import { Face } from '#web/features/public/face.tsx'
import { inLanguage, SITE } from '#web/lib/site.ts'

export function Voices() {
  if (SITE.testimonials.length === 0) return null
  const samples = SITE.testimonials.some(({ sample }) => sample)
  return (
    <section aria-labelledby="voices">
      <h2 id="voices">{m.home_voices_title()}</h2>
      {samples && <p className="muted">{m.home_voices_sample()}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls has to be reached by keyboard */}
      <ul className="carousel" tabIndex={0} aria-labelledby="voices">
        {SITE.testimonials.map(({ who, text, sample }, place) => (
          <li key={who.en} className="carousel__card card">
            <blockquote>{inLanguage(text)}</blockquote>
            <p className="carousel__who">
              <Face seed={place} />
              <span>
                {inLanguage(who)}
                {sample && <span className="tag">{m.ui_sample()}</span>}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Partners() {
  if (SITE.partners.length === 0) return null
  const samples = SITE.partners.some(({ sample }) => sample)
  return (
    <section>
      <h2>{m.home_partners_title()}</h2>
      {samples && <p className="muted">{m.home_partners_sample()}</p>}
      <ul className="partners">
        {SITE.partners.map(({ name, sample }, place) => (
          <li key={name.en} className="partners__logo">
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
              <path d={SHAPES[place % SHAPES.length]} fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
            {inLanguage(name)}
            {sample && <span className="tag">{m.ui_sample()}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const SHAPES = [
  'M4 4h16v16H4z',
  'M12 3 21 20H3z',
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  'M12 2 22 12 12 22 2 12z',
]
