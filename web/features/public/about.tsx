import { m } from '#messages/compiled/messages.js'
import { pageMeta } from '#web/lib/page-meta.ts'
import { inLanguage, SITE, siteName } from '#web/lib/site.ts'
import { CheckIcon, LockIcon, PaperIcon } from '#web/ui/icons.tsx'
import { Document } from './document.tsx'
import { Face } from './face.tsx'

export const meta = () =>
  pageMeta({
    title: m.about_title(),
    description: m.about_description({ name: siteName() }),
    path: '/about-us',
  })

export default function About() {
  return (
    <div className="page">
      <h1>{m.about_title()}</h1>
      <section>
        <h2>{m.about_mission_title()}</h2>
        <Document name="mission" />
      </section>
      <Elements />
      <Team />
    </div>
  )
}

function Elements() {
  const elements = [
    [<PaperIcon key="icon" />, m.about_agreement(), m.about_agreement_text()],
    [<LockIcon key="icon" />, m.about_money(), m.about_money_text()],
    [<CheckIcon key="icon" />, m.about_trust(), m.about_trust_text()],
  ] as const
  return (
    <section>
      <h2>{m.about_elements_title()}</h2>
      <ol className="grid">
        {elements.map(([icon, title, text]) => (
          <li key={title} className="card">
            <span className="card__icon">{icon}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Team() {
  if (SITE.team.length === 0) return null
  const samples = SITE.team.some(({ sample }) => sample)
  return (
    <section>
      <h2>{m.about_team_title()}</h2>
      {samples && <p className="muted">{m.about_team_sample()}</p>}
      <ul className="grid">
        {SITE.team.map(({ name, role, profile, sample }, place) => (
          <li key={name.en} className="card">
            <Face seed={place} />
            <h3>
              {inLanguage(name)}
              {sample && <span className="tag">{m.ui_sample()}</span>}
            </h3>
            <p>{inLanguage(role)}</p>
            <p>
              <a
                className="tap-target"
                href={profile}
                rel="noopener"
                aria-label={m.about_profile_of({ name: inLanguage(name) })}
              >
                {m.about_profile()}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
