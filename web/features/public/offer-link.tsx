/**
 * An offer that a shop shares by its link: rendered once as a template, filled in by the server for each offer
 * (server/http/site/offer-page.ts). What stands between two marks is left out where it does not hold.
 */
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { shortRoleName } from '#web/lib/role-names.ts'
import { slot, When } from './page-slots.tsx'

export const meta = () =>
  pageMeta({
    title: slot('heading'),
    description: slot('summary'),
    path: '/o',
    image: slot('card'),
  })

export default function OfferLink() {
  return (
    <div
      className="page narrow"
      data-offer-link={slot('id')}
      data-version={slot('version')}
      data-failed={m.offer_link_failed()}
      data-deals={m.nav_my_deals()}
      data-shop={slot('shop')}
    >
      <When it="open">
        <Item />
        <When it="sold">
          <p className="notice notice--stop">{m.offer_link_sold()}</p>
        </When>
        <When it="available">
          <Ways />
        </When>
      </When>
      <When it="gone">
        <h1>{m.offer_link_title()}</h1>
        <p className="notice notice--stop">{m.offer_link_gone()}</p>
      </When>
      <When it="failed">
        <h1>{m.offer_link_title()}</h1>
        <p className="notice notice--stop">{m.offer_link_failed()}</p>
      </When>
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
    </div>
  )
}

function Item() {
  return (
    <>
      <h1>{slot('title')}</h1>
      <When it="photo">
        <img className="offer-photo" src={slot('photo')} alt={slot('title')} fetchPriority="high" />
      </When>
      <div className="offer-facts">
        <p>
          <strong>{slot('price')}</strong>
        </p>
        <p>{slot('shop')}</p>
        <When it="first">
          <p>{m.offer_link_record_one()}</p>
        </When>
        <When it="record">
          <p>{m.offer_link_record({ count: slot('count') })}</p>
        </When>
        <When it="details">
          <p className="offer-details">{slot('details')}</p>
        </When>
      </div>
    </>
  )
}

/** All of them have the same place: who is signed in is known to the script alone, and nothing may move when it has looked. */
function Ways() {
  const next = `?next=${slot('next')}`
  return (
    <>
      <div className="offer-ways">
        <div data-for="nobody">
          <p>
            <a className="button button--next" href={`${href('/register')}${next}&role=Buyer`}>
              {m.offer_link_register()}
            </a>
          </p>
          <p>
            <a className="button" href={href('/login') + next}>
              {m.offer_link_sign_in()}
            </a>
          </p>
        </div>
        <div data-for="buyer" data-off>
          <p>
            <button type="button" className="button button--next" data-take>
              {m.offer_link_take()}
            </button>
          </p>
        </div>
        <div data-for="own" data-off>
          <p>{m.offer_link_own()}</p>
          <p>
            <a className="button" href={href('/seller/links')}>
              {m.links_title()}
            </a>
          </p>
        </div>
        <div data-for="switch" data-off>
          <p>{m.offer_link_switch()}</p>
          <p>
            <button type="button" className="button button--next" data-as-buyer>
              {m.account_roles_use({ role: shortRoleName('Buyer') })}
            </button>
          </p>
        </div>
        <div data-for="team" data-off>
          <p>{m.offer_link_team()}</p>
        </div>
        <div data-for="other" data-off>
          <p>{m.offer_link_role()}</p>
          <p>
            <a className="button" href={`${href('/account')}${next}&role=Buyer#roles`}>
              {m.offer_link_role_add()}
            </a>
          </p>
        </div>
      </div>
      <p data-status role="status" />
    </>
  )
}
