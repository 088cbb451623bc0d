import { m } from '../../../messages/compiled/messages.js'
import { inLanguage, SITE, telHref } from '../../lib/site.ts'
import { Document } from './document.tsx'
import { GrievanceForm, TicketForm } from './grievance-forms.tsx'

export function Grievance() {
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
            <a className="alone" href={`mailto:${officer.email}`}>
              {officer.email}
            </a>
          </dd>
          <dt>{m.grievance_phone()}</dt>
          <dd>
            <a className="alone" href={telHref(officer.phone)}>
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
