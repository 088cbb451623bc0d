/** Whether a link is one of ours. Sent by static-pages/verify.ts; says nothing about people. */
import { STATUSES } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import { pageMeta } from '#web/lib/page-meta.ts'

export const meta = () =>
  pageMeta({ title: m.verify_title(), description: m.verify_description(), path: '/verify' })

export default function Verify() {
  const statuses = Object.fromEntries(STATUSES.map((status) => [status, statusName(status)]))
  return (
    <div className="page narrow">
      <h1>{m.verify_title()}</h1>
      <p>{m.verify_lead()}</p>
      <form
        data-verify
        data-statuses={JSON.stringify(statuses)}
        data-genuine={m.verify_genuine({ status: '{status}', made: '{made}' })}
        data-offer={m.verify_offer({ title: '{title}', shop: '{shop}', price: '{price}' })}
        data-page={m.verify_page()}
        data-unknown={m.verify_unknown()}
        data-empty={m.verify_empty()}
        data-failed={m.verify_failed()}
        noValidate
      >
        <div className="field">
          <label className="field__label" htmlFor="verify-code">
            {m.verify_field()}
          </label>
          <input
            className="input"
            id="verify-code"
            name="code"
            autoComplete="off"
            aria-describedby="verify-verdict"
            required
          />
        </div>
        <button type="submit" className="button button--next">
          {m.verify_button()}
        </button>
        <p id="verify-verdict" data-verdict role="status" />
        <noscript>
          <p>{m.verify_no_script()}</p>
        </noscript>
      </form>
      <h2>{m.verify_signs_title()}</h2>
      <ul>
        <li>{m.verify_sign_address()}</li>
        <li>{m.verify_sign_pin()}</li>
        <li>{m.verify_sign_screenshot()}</li>
      </ul>
    </div>
  )
}
