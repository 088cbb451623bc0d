/** /account: who one is here, where money is paid out to, and the language. */
import { Link, useLocation } from 'react-router'
import type { User } from '../../../core/contract/auth.ts'
import { m } from '../../../messages/compiled/messages.js'
import { href, type Locale, locale, plainPath, rememberLanguage } from '../../lib/locale.ts'
import { Guard } from '../../ui/guard.tsx'
import './account.css'
import { roleName } from './role-name.ts'

export function Account() {
  return (
    <div className="page account">
      <h1>{m.account_title()}</h1>
      <Guard>
        {(user) => (
          <>
            <Profile user={user} />
            <PaidTo user={user} />
            <Security />
            <Language />
          </>
        )}
      </Guard>
    </div>
  )
}

function Profile({ user }: { user: User }) {
  const [role] = user.user_type
  const facts = [
    [m.account_name(), `${user.first_name} ${user.last_name}`],
    [m.account_user_type(), role ? roleName(role) : ''],
    [m.account_business(), user.business_name ?? ''],
    [m.account_email(), user.email],
    [m.account_contact(), user.phone_number],
  ].filter(([, value]) => value !== '')
  return (
    <section>
      <h2>{m.account_profile()}</h2>
      <dl className="account__facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const PaidTo = ({ user }: { user: User }) => (
  <section>
    <h2>{m.account_payment_number()}</h2>
    {user.payment_number ? (
      <>
        <p className="account__number">{user.payment_number}</p>
        <p className="soft">{m.account_payment_paid_to()}</p>
      </>
    ) : (
      <p>{m.account_payment_none()}</p>
    )}
  </section>
)

const Security = () => (
  <section>
    <h2>{m.account_security()}</h2>
    <p>{m.account_security_text()}</p>
    <p>
      <Link className="button" to={href('/reset_password')}>
        {m.account_change_password()}
      </Link>
    </p>
  </section>
)

const LANGUAGES: readonly (readonly [Locale, () => string])[] = [
  ['en', m.account_language_english],
  ['hi', m.account_language_hindi],
]

function Language() {
  const { pathname } = useLocation()
  return (
    <section>
      <h2>{m.account_language()}</h2>
      <p className="actions">
        {LANGUAGES.map(([to, name]) => (
          <a
            key={to}
            className="button"
            href={href(plainPath(pathname), to)}
            hrefLang={to}
            lang={to}
            aria-current={to === locale() ? 'true' : undefined}
            onClick={() => rememberLanguage(to)}
          >
            {name()}
          </a>
        ))}
      </p>
    </section>
  )
}
