/** An offer that a shop shares by its link. Filled in by static-pages/offer-link.ts; nothing of an offer is in the page itself. */
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { pageMeta } from '#web/lib/page-meta.ts'

export const meta = () =>
  pageMeta({ title: m.offer_link_title(), description: m.offer_link_description(), path: '/o' })

export default function OfferLink() {
  return (
    <div
      className="page narrow"
      data-offer-link
      data-gone={m.offer_link_gone()}
      data-sold={m.offer_link_sold()}
      data-failed={m.offer_link_failed()}
      data-record={m.offer_link_record({ count: '{count}' })}
    >
      <h1 data-part="title">{m.offer_link_title()}</h1>
      <p data-status role="status" />
      <div data-offer hidden>
        <img className="offer-photo" data-photo alt="" hidden />
        <p>
          <strong data-part="price" />
        </p>
        <p data-part="shop" />
        <p data-part="record" />
        <p data-part="details" />
        <div data-for="buyer" hidden>
          <p>
            <button type="button" className="button button--next" data-take>
              {m.offer_link_take()}
            </button>
          </p>
        </div>
        <div data-for="nobody" hidden>
          <p>
            <a className="button button--next" data-way="register" href="/register">
              {m.offer_link_register()}
            </a>
          </p>
          <p>
            <a className="button" data-way="login" href="/login">
              {m.offer_link_sign_in()}
            </a>
          </p>
        </div>
        <p data-for="other" hidden>
          {m.offer_link_role()}
        </p>
      </div>
      <h2>{m.offer_link_safe_title()}</h2>
      <ul>
        <li>{m.offer_link_safe_held()}</li>
        <li>{m.offer_link_safe_checked()}</li>
        <li>{m.offer_link_safe_back()}</li>
      </ul>
      <p>
        <a href={href('/shopping/terms_and_conditions')}>{m.offer_link_rules()}</a>
        {' · '}
        <a href={href('/how-it-works')}>{m.offer_link_how()}</a>
      </p>
      <noscript>
        <p>{m.offer_link_no_script()}</p>
      </noscript>
    </div>
  )
}
