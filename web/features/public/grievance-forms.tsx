/** The complaint about us, and the look at a ticket; sent by static-pages/grievance.ts. */
import { m } from '#messages/compiled/messages.js'

const STAGE = { created_at: '{created_at}', acknowledge_by: '{acknowledge_by}', resolve_by: '{resolve_by}' }

export function GrievanceForm() {
  return (
    <section className="narrow" aria-labelledby="complain">
      <h2 id="complain">{m.grievance_form_title()}</h2>
      <p>{m.grievance_form_text()}</p>
      <noscript>
        <p>{m.grievance_no_script()}</p>
      </noscript>
      <form
        data-grievance
        data-filed={m.grievance_filed({ ticket: '{ticket}', ...STAGE })}
        data-failed={m.grievance_failed()}
        method="post"
        noValidate
      >
        <Field id="grievance" name="name" label={m.grievance_name()} autoComplete="name" />
        <Field id="grievance" name="email" label={m.grievance_email()} type="email" autoComplete="email" />
        <Field
          id="grievance"
          name="phone_number"
          label={m.grievance_phone()}
          type="tel"
          autoComplete="tel-national"
          optional
        />
        <Field id="grievance" name="subject" label={m.grievance_subject()} optional />
        <Field id="grievance" name="message" label={m.grievance_message()} isLong />
        <button type="submit" className="button button--next">
          {m.grievance_send()}
        </button>
        <p data-status role="status" />
      </form>
    </section>
  )
}

export function TicketForm() {
  return (
    <section className="narrow" aria-labelledby="status">
      <h2 id="status">{m.grievance_status_title()}</h2>
      <form
        data-ticket
        data-received={m.grievance_received(STAGE)}
        data-acknowledged={m.grievance_acknowledged({ acknowledged_at: '{acknowledged_at}', ...STAGE })}
        data-resolved={m.grievance_resolved({ resolved_at: '{resolved_at}', answer: '{answer}' })}
        data-unknown={m.grievance_unknown()}
        data-failed={m.grievance_failed()}
        method="post"
        noValidate
      >
        <Field id="ticket" name="ticket" label={m.grievance_ticket()} />
        <Field id="ticket" name="email" label={m.grievance_email()} type="email" autoComplete="email" />
        <button type="submit" className="button">
          {m.grievance_check_status()}
        </button>
        <p data-status role="status" />
      </form>
    </section>
  )
}

interface GrievanceFieldProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly autoComplete?: string
  readonly optional?: boolean
  readonly isLong?: boolean
}

function Field({
  id,
  name,
  label,
  type = 'text',
  autoComplete = 'off',
  optional,
  isLong,
}: GrievanceFieldProps) {
  const own = `${id}-${name}`
  const wiring = {
    className: 'input',
    id: own,
    name,
    required: !optional,
    'aria-describedby': `${own}-error`,
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor={own}>
        {label}
        {optional && <span className="muted"> ({m.ui_optional()})</span>}
      </label>
      {isLong ? (
        <textarea {...wiring} rows={6} />
      ) : (
        <input {...wiring} type={type} autoComplete={autoComplete} />
      )}
      <p id={`${own}-error`} className="field__error" role="alert" />
    </div>
  )
}
