import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { inLanguage, SITE, telHref } from '#web/lib/site.ts'
import { Social } from './header.tsx'

const SITE_LINKS = [
  ['/how-it-works', m.nav_how],
  ['/services/info', m.nav_services_info],
  ['/faq', m.nav_faq],
  ['/holdings', m.nav_holdings],
  ['/verify', m.nav_verify],
  ['/about us', m.nav_about],
] as const
const RULE_LINKS = [
  ['/disputes', m.nav_disputes],
  ['/shopping/terms_and_conditions', m.footer_shopping_terms],
  ['/services/terms_and_conditions', m.footer_services_terms],
  ['/privacy_policy', m.footer_privacy],
  ['/grievance', m.footer_grievance],
] as const

type Links = readonly (readonly [path: string, label: () => string])[]

/** Contacts, rules and registrations from content/site.json, on every page; in the app folded into one line. */
export function Footer({ folded }: { folded: boolean }) {
  if (!folded)
    return (
      <footer className="footer">
        <div className="page">
          <Contents />
        </div>
      </footer>
    )
  return (
    <footer className="footer footer--folded">
      <div className="page footer__row">
        <details className="footer__fold">
          <summary>{m.footer_fold()}</summary>
          <Contents />
        </details>
        <a href={href('/verify')}>{m.nav_verify()}</a>
      </div>
    </footer>
  )
}

function Contents() {
  return (
    <>
      <div className="footer__columns">
        <LinkColumn title={m.footer_site()} links={SITE_LINKS} />
        <LinkColumn title={m.footer_rules()} links={RULE_LINKS} />
        <Contact />
      </div>
      <div className="footer__legal">
        <p>
          {m.footer_never_ask()} {m.footer_times()}
        </p>
        <p>
          {SITE.legal_name}. {SITE.address}
        </p>
        <p>
          {m.footer_registrations()}:{' '}
          {SITE.registrations.map(({ label, value }) => `${label} ${value}`).join(' · ')}
        </p>
      </div>
    </>
  )
}

function LinkColumn({ title, links }: { title: string; links: Links }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {links.map(([path, label]) => (
          <li key={path}>
            <a href={href(encodeURI(path))}>{label()}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Contact() {
  return (
    <section>
      <h2>{m.footer_contact()}</h2>
      <ul>
        <li>
          <a href={telHref(SITE.phone)}>{SITE.phone}</a>
        </li>
        <li className="muted">{inLanguage(SITE.phone_hours)}</li>
        <li>
          <a href={`mailto:${SITE.email}`}>{SITE.email}</a>
        </li>
      </ul>
      <div className="footer__social">
        <Social className="header__icon" />
      </div>
    </section>
  )
}
