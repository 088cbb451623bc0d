/** "Ask us to call you": sent by static-pages/lead.ts. */
import { m } from '#messages/compiled/messages.js'
import { inLanguage, SITE, telHref } from '#web/lib/site.ts'

export function CallMe() {
  return (
    <section className="callme card" aria-labelledby="callme">
      <div>
        <h2 id="callme">{m.home_call_title()}</h2>
        <p>{m.home_call_text({ hours: inLanguage(SITE.phone_hours) })}</p>
        <noscript>
          <p>{m.home_call_no_script()}</p>
        </noscript>
        <p>
          <a href={telHref(SITE.phone)}>{SITE.phone}</a> · <a href={`mailto:${SITE.email}`}>{SITE.email}</a>
        </p>
      </div>
      <form
        data-lead
        data-thanks={m.home_call_thanks()}
        data-failed={m.home_call_failed()}
        method="post"
        noValidate
      >
        <Field name="name" label={m.home_call_name()} autoComplete="name" />
        <Field name="phone_number" label={m.home_call_phone()} type="tel" autoComplete="tel-national" />
        <Field name="message" label={m.home_call_message()} optional />
        <button type="submit" className="button">
          {m.home_call_button()}
        </button>
        <p data-status role="status" />
      </form>
    </section>
  )
}

interface LeadFieldProps {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly autoComplete?: string
  readonly optional?: boolean
}
function Field({ name, label, type = 'text', autoComplete, optional }: LeadFieldProps) {
  const id = `lead-${name}`
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {optional && <span className="muted"> ({m.ui_optional()})</span>}
      </label>
      <input
        className="input"
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete ?? 'off'}
        required={!optional}
        aria-describedby={`${id}-error`}
      />
      <p id={`${id}-error`} className="field__error" role="alert" />
    </div>
  )
}
