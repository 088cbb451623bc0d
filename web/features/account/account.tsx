/** /account: who one is here, where money is paid out to, the devices, the language, and one's own data. */
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { updateProfile } from '../../../core/contract/account.ts'
import { ROLES, type UserType } from '../../../core/fields.ts'
import { m } from '../../../messages/compiled/messages.js'
import { call } from '../../lib/api.ts'
import { href, type Locale, locale, plainPath, rememberLanguage } from '../../lib/locale.ts'
import { clearSession } from '../../lib/session.ts'
import { Guard } from '../../ui/guard.tsx'
import './account.css'
import { DeleteAccount, type Farewell, Gone } from './delete-account.tsx'
import { Devices } from './devices.tsx'
import { MyData } from './my-data.tsx'
import { ProfileForm } from './profile-form.tsx'

const mayEnd = (role: UserType | undefined): boolean =>
  (ROLES as readonly (UserType | undefined)[]).includes(role)

export function Account() {
  const [farewell, setFarewell] = useState<Farewell>()
  const leave = (answer: Farewell) => {
    setFarewell(answer)
    clearSession()
  }
  return (
    <div className="page account">
      <h1>{m.account_title()}</h1>
      {farewell ? (
        <Gone farewell={farewell} />
      ) : (
        <Guard>
          {(user) => (
            <>
              <section aria-labelledby="profile">
                <h2 id="profile">{m.account_profile()}</h2>
                <ProfileForm user={user} />
              </section>
              <Language />
              <Security />
              <Devices />
              <MyData />
              {mayEnd(user.user_type[0]) && <DeleteAccount onDone={leave} />}
            </>
          )}
        </Guard>
      )}
    </div>
  )
}

const Security = () => (
  <section aria-labelledby="security">
    <h2 id="security">{m.account_security()}</h2>
    <p>{m.account_security_text()}</p>
    <Link className="button" to={href('/reset_password')}>
      {m.account_change_password()}
    </Link>
  </section>
)

const LANGUAGES: readonly (readonly [Locale, () => string])[] = [
  ['en', m.account_language_english],
  ['hi', m.account_language_hindi],
]

/** The pages' language is in their address; the mails' is kept with the account. */
async function speak(to: Locale, address: string): Promise<void> {
  rememberLanguage(to)
  await call(updateProfile, { body: { locale: to } }).catch(() => undefined)
  location.assign(address)
}

function Language() {
  const { pathname } = useLocation()
  return (
    <section aria-labelledby="language">
      <h2 id="language">{m.account_language()}</h2>
      <p className="actions">
        {LANGUAGES.map(([to, name]) => {
          const address = href(plainPath(pathname), to)
          return (
            <a
              key={to}
              className="button"
              href={address}
              hrefLang={to}
              lang={to}
              aria-current={to === locale() ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault()
                void speak(to, address)
              }}
            >
              {name()}
            </a>
          )
        })}
      </p>
    </section>
  )
}
