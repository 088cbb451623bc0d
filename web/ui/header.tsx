/**
 * The bar on every page. Plain HTML: on a prerendered page the small script (static-pages/page.ts) finds its parts by their
 * data attributes; in the app React passes who is signed in.
 */
import type { ReactNode } from 'react'
import { LOCALES, type Locale } from '#core/locale.ts'
import { m } from '#messages/compiled/messages.js'
import { href, locale, plainPath } from '#web/lib/locale.ts'
import { SITE, siteName } from '#web/lib/site.ts'
import { HindiName, Mark, MenuIcon, SocialIcon } from './icons.tsx'

interface HeaderProps {
  /** Where the brand and 'Home' lead; of somebody signed in, to their own deals. */
  readonly home?: string
  /** The address of this page, as the browser has it. */
  readonly path: string
  /** The Sign up link, or who is signed in; without it the still page's link that the small script turns. */
  readonly account?: ReactNode
  /** How news is reached; with it the brand is its mark alone where the bar is narrow. */
  readonly bell?: ReactNode
  /** In the menu of a narrow bar: one's own pages, or the way in; undefined on a prerendered page. */
  readonly personal?: ReactNode
  /** The last line of that menu. */
  readonly signOut?: ReactNode
  readonly onLanguage?: (to: Locale) => void
}

const PAGES = [
  ['/', m.nav_home],
  ['/about us', m.nav_about],
  ['/faq', m.nav_faq],
  ['/disputes', m.nav_disputes],
] as const
/** A narrow bar has room for what a wide one leaves to the footer. */
const MENU_PAGES = [
  ...PAGES.slice(0, 1),
  ['/how-it-works', m.nav_how],
  ...PAGES.slice(1),
  ['/verify', m.nav_verify],
] as const

export function Header(props: HeaderProps) {
  const current = decodeURI(plainPath(props.path))
  return (
    <header className={props.bell ? 'header header--bell' : 'header'} data-header>
      <div className="page header__row">
        <a className="header__brand" href={href(props.home ?? '/')} data-home>
          <Mark />
          <span className="header__name">{siteName()}</span>
        </a>
        <nav className="header__links" aria-label={m.nav_main()}>
          {PAGES.map(([path, label]) => (
            <NavLink key={path} path={path} here={current} home={props.home} className="header__link">
              {label()}
            </NavLink>
          ))}
          <a className="header__link" href={SITE.blog} rel="noopener">
            {m.nav_blog()}
          </a>
        </nav>
        <div className="header__end">
          <Social className="header__icon header__social" />
          <Language {...props} />
          {props.bell}
          {props.account ?? <StillAccount />}
        </div>
        <Menu {...props} here={current} />
      </div>
    </header>
  )
}

interface NavLinkProps {
  readonly path: string
  readonly here: string
  readonly home: string | undefined
  readonly className: string
  readonly children: ReactNode
}
function NavLink({ path, here, home = '/', className, children }: NavLinkProps) {
  const isHome = path === '/'
  const current = here === (isHome ? home : path) || (path === '/about us' && here === '/about-us')
  return (
    <a
      className={className}
      href={href(isHome ? home : encodeURI(path))}
      aria-current={current ? 'page' : undefined}
      data-home={isHome || undefined}
    >
      {children}
    </a>
  )
}

/** 'Sign up' until the small script finds a session: then it reads "Sign out {first_name}". */
function StillAccount() {
  return (
    <>
      <a className="button header__new" href={href('/form')} data-signed-in="user" hidden>
        {m.nav_new_deal()}
      </a>
      <a className="header__link header__wide" href={href('/deals')} data-signed-in="user" hidden>
        {m.nav_my_deals()}
      </a>
      <a className="header__link header__wide" href={href('/login')} data-signed-out>
        {m.nav_sign_in()}
      </a>
      <a
        className="button header__account"
        href={href('/register')}
        data-account="header__wide header__quiet"
        data-sign-out={m.nav_sign_out({ first_name: '{first_name}' })}
      >
        {m.nav_sign_up()}
      </a>
    </>
  )
}

function Language({ path, onLanguage }: HeaderProps) {
  const to = LOCALES.find((language) => language !== locale()) ?? 'en'
  return (
    <a
      className="header__link"
      href={href(path, to)}
      hrefLang={to}
      lang={to}
      data-language={to}
      aria-label={m.nav_language_hint()}
      onClick={() => onLanguage?.(to)}
    >
      {to === 'hi' ? <HindiName /> : m.nav_language()}
    </a>
  )
}

/** One's own pages first: whoever opens the menu in the app looks for these. */
function Menu({ here, home, personal, signOut }: HeaderProps & { here: string }) {
  return (
    <details className="menu header__more" data-menu>
      <summary className="header__icon">
        <MenuIcon />
        <span className="visually-hidden">{m.nav_menu()}</span>
      </summary>
      <nav className="menu__panel" aria-label={m.nav_menu()}>
        <ul>
          {personal ?? <StillPersonal />}
          {MENU_PAGES.map(([path, label]) => (
            <li key={path}>
              <NavLink path={path} here={here} home={home} className="menu__link">
                {label()}
              </NavLink>
            </li>
          ))}
          <li>
            <a className="menu__link" href={SITE.blog} rel="noopener">
              {m.nav_blog()}
            </a>
          </li>
          <li className="menu__rule">
            <div className="footer__social">
              <Social className="header__icon" />
            </div>
          </li>
        </ul>
        <ul>{personal === undefined ? <StillSignOut /> : signOut}</ul>
      </nav>
    </details>
  )
}

function StillPersonal() {
  return (
    <>
      <li data-signed-out>
        <a className="menu__link" href={href('/login')}>
          {m.nav_sign_in()}
        </a>
      </li>
      <li data-signed-in="user" hidden>
        <a className="menu__link" href={href('/deals')}>
          {m.nav_my_deals()}
        </a>
      </li>
    </>
  )
}

const StillSignOut = () => (
  <li className="menu__rule" data-signed-in hidden>
    <a
      className="menu__link menu__quiet"
      href={href('/login')}
      data-account=""
      data-sign-out={m.nav_sign_out({ first_name: '{first_name}' })}
    >
      {m.nav_account()}
    </a>
  </li>
)

export function Social({ className }: { className: string }) {
  return SITE.social.map(({ kind, label, url }) => (
    <a key={kind} className={className} href={url} rel="noopener" aria-label={label}>
      <SocialIcon kind={kind} />
    </a>
  ))
}
