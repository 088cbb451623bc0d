import { m } from '#messages/compiled/messages.js'
import { pageMeta } from '#web/lib/page-meta.ts'
import { inLanguage, SITE, siteName, telHref } from '#web/lib/site.ts'
import { Document } from './document.tsx'
import { GrievanceForm, TicketForm } from './grievance-forms.tsx'

export const meta = () =>
  pageMeta({
    title: m.grievance_title(),
    description: m.grievance_description({ name: siteName() }),
    path: '/grievance',
  })

export default function Grievance() {
  const officer = SITE.grievance_officer
  return (
    <div className="page">
      <h1>{m.grievance_title()}</h1>
      <section className="card narrow" aria-labelledby="officer">
        <h2 id="officer">{m.grievance_contact()}</h2>
        <p>
          <strong>{inLanguage(officer.name)}</strong>, {inLanguage(officer.designation)}
          <br />
          {SITE.legal_name}
        </p>
        <dl className="pairs">
          <dt>{m.grievance_email()}</dt>
          <dd>
            <a className="tap-target" href={`mailto:${officer.email}`}>
              {officer.email}
            </a>
          </dd>
          <dt>{m.grievance_phone()}</dt>
          <dd>
            <a className="tap-target" href={telHref(officer.phone)}>
              {officer.phone}
            </a>
          </dd>
          <dt>{m.grievance_address()}</dt>
          <dd>{SITE.address}</dd>
        </dl>
      </section>
      <GrievanceForm />
      <TicketForm />
      <Document name="grievance" />
    </div>
  )
}
