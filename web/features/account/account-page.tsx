/** /account: profile, payout number, language, password, devices, data export and deletion. */
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { updateProfile } from '#core/contract/account.ts'
import type { Locale } from '#core/locale.ts'
import { ROLES, type UserType } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { call } from '#web/lib/api.ts'
import { href, locale, plainPath, rememberLanguage } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { clearSession } from '#web/lib/session.ts'
import { CUSTODY } from '#web/lib/site.ts'
import { Button } from '#web/ui/button.tsx'
import { HindiName } from '#web/ui/icons.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { LoadingPage } from '#web/ui/loading-page.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import './account.css'
import { Contacts } from './contacts.tsx'
import { AccountDeleted, type AccountDeletion, DeleteAccount } from './delete-account.tsx'
import { Devices } from './devices.tsx'
import { MyData } from './my-data.tsx'
import { PayoutTargetSection } from './payout-target.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RolesSection } from './roles-section.tsx'
import { SecondFactorSection } from './second-factor.tsx'

const mayDelete = (role: UserType | undefined): boolean =>
  (ROLES as readonly (UserType | undefined)[]).includes(role)

const isTeam = (role: UserType | undefined): boolean => role === 'Admin' || role === 'Mediator'

export const meta = () => appMeta(m.account_title())

export default function AccountPage() {
  const [deletion, setDeletion] = useState<AccountDeletion>()
  const onDeleted = (answer: AccountDeletion) => {
    setDeletion(answer)
    clearSession()
  }
  return (
    <LoadingPage className="page account">
      <h1>{m.account_title()}</h1>
      {deletion ? (
        <AccountDeleted deletion={deletion} />
      ) : (
        <RequireAuth>
          {(user) => (
            <>
              <section aria-labelledby="profile">
                <h2 id="profile">{m.account_profile()}</h2>
                <ProfileForm user={user} />
              </section>
              <RolesSection user={user} />
              <Contacts />
              {CUSTODY === 'psp_hold' && mayDelete(user.user_type[0]) && <PayeeAccountSection />}
              {mayDelete(user.user_type[0]) && <PayoutTargetSection />}
              {mayDelete(user.user_type[0]) && <TaxSection />}
              <NoticeSection />
              <LanguageSection />
              <SecuritySection />
              {isTeam(user.user_type[0]) && <SecondFactorSection />}
              <Devices />
              <p>
                <Link className="button" to={href('/developers')}>
                  {m.dev_menu()}
                </Link>
              </p>
              <MyData />
              {mayDelete(user.user_type[0]) && <DeleteAccount onDone={onDeleted} />}
              <NamedSection />
            </>
          )}
        </RequireAuth>
      )}
    </LoadingPage>
  )
}

/** The section of the address, such as #roles: it was not there yet when the browser looked for it. */
function NamedSection() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return null
}

// most who look at their account change nothing: the form comes when it is asked for
const ChangePassword = lazyWithRetry(async () => (await import('./change-password.tsx')).ChangePassword, {
  bars: 2,
})

const PayeeAccount = lazyWithRetry(async () => (await import('./payee-account.tsx')).PayeeAccount, {
  bars: 2,
})

function PayeeAccountSection() {
  return (
    <section aria-labelledby="payee-account">
      <h2 id="payee-account">{m.payee_account_title()}</h2>
      <PayeeAccount />
    </section>
  )
}

const TaxPapers = lazyWithRetry(async () => (await import('./tax-papers.tsx')).TaxPapers, { bars: 2 })

function TaxSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="tax-papers">
      <h2 id="tax-papers">{m.tax_papers_title()}</h2>
      <p>{m.tax_papers_text()}</p>
      {isOpen ? <TaxPapers /> : <Button onClick={() => setOpen(true)}>{m.tax_papers_open()}</Button>}
    </section>
  )
}

const NoticeSettingsForm = lazyWithRetry(
  async () => (await import('./notice-settings.tsx')).NoticeSettingsForm,
  { bars: 3 },
)

function NoticeSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">{m.notice_settings_title()}</h2>
      <p>{m.notice_settings_text()}</p>
      {isOpen ? (
        <NoticeSettingsForm />
      ) : (
        <Button onClick={() => setOpen(true)}>{m.notice_settings_open()}</Button>
      )}
    </section>
  )
}

function SecuritySection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="security">
      <h2 id="security">{m.account_security()}</h2>
      {isOpen ? (
        <ChangePassword onDone={() => setOpen(false)} />
      ) : (
        <p>
          <Button onClick={() => setOpen(true)}>{m.account_change_password()}</Button>
        </p>
      )}
      <p>{m.account_security_text()}</p>
      <Link className="button" to={href('/reset_password')}>
        {m.account_reset_button()}
      </Link>
    </section>
  )
}

const LANGUAGES: readonly (readonly [Locale, () => string])[] = [
  ['en', m.account_language_english],
  ['hi', m.account_language_hindi],
]

/** The language of the pages is in their address; that of the emails is stored with the account. */
async function changeLanguage(to: Locale, address: string): Promise<void> {
  rememberLanguage(to)
  await call(updateProfile, { body: { locale: to } }).catch(() => undefined)
  location.assign(address)
}

function LanguageSection() {
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
              aria-label={name()}
              aria-current={to === locale() ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault()
                void changeLanguage(to, address)
              }}
            >
              {to === 'hi' ? <HindiName /> : name()}
            </a>
          )
        })}
      </p>
    </section>
  )
}
