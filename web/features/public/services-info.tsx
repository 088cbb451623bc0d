import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { siteName } from '#web/lib/site.ts'
import { LockIcon, PaperIcon, ScalesIcon } from '#web/ui/icons.tsx'
import { figures } from './figures.ts'

export const meta = () =>
  pageMeta({
    title: m.info_title(),
    description: m.info_description({ name: siteName() }),
    path: '/services/info',
  })

export default function ServicesInfo() {
  const f = figures()
  const cards = [
    [<PaperIcon key="icon" />, m.info_contract(), m.info_contract_text()],
    [
      <LockIcon key="icon" />,
      m.info_payments(),
      m.info_payments_text({ complaint: f['complaintWindow.services'] ?? '' }),
    ],
    [<ScalesIcon key="icon" />, m.info_dispute(), m.info_dispute_text({ mutual: f.mutualResolution ?? '' })],
  ] as const
  return (
    <div className="page">
      <h1>{m.info_heading()}</h1>
      <p className="hero__lead">{m.info_lead({ name: siteName() })}</p>
      <ul className="grid">
        {cards.map(([icon, title, text]) => (
          <li key={title} className="card">
            <span className="card__icon">{icon}</span>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className="actions">
        <a className="button button--next" href={href('/register')} data-start>
          {m.home_start()}
        </a>
        <a className="button" href={href('/services/terms_and_conditions')}>
          {m.footer_services_terms()}
        </a>
      </p>
    </div>
  )
}
