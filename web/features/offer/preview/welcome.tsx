/**
 * The first screen of a share link, for whoever has not signed in: who asks, what is promised, the ways in. It shows
 * what GET /api/welcome tells; of a link that it tells nothing about, the same page without the names.
 */
import { Link, useLocation, useSearchParams } from 'react-router'
import { welcomeToOffer } from '#core/contract/site.ts'
import type { Track } from '#core/ids.ts'
import { LOCALES } from '#core/locale.ts'
import type { Role } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { href, locale, rememberLanguage } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { siteName } from '#web/lib/site.ts'
import { HindiName } from '#web/ui/icons.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The link's own sender and number, while its offer is open; undefined until they are loaded. */
export function useWelcome() {
  const formPk = useSearchParams()[0].get('form_pk') ?? ''
  const enabled = formPk !== ''
  const { data, isError } = useApiQuery(welcomeToOffer, { query: { form_pk: formPk } }, { enabled })
  return data ?? (isError || !enabled ? { open: false } : undefined)
}

export function Welcome({ track }: { track: Track }) {
  const welcome = useWelcome()
  return (
    <>
      <h1>{m.welcome_title()}</h1>
      <div className="welcome__who">
        {welcome ? <WhoAsks track={track} {...welcome} /> : <Skeleton bars={2} />}
      </div>
      <WaysIn track={track} phoneEnds={welcome?.phone_ends} />
      <Promises track={track} />
      <Genuine />
      <OtherLanguage />
      <p className="muted">{m.ui_denied_preview()}</p>
      <p className="muted">{m.welcome_denied()}</p>
    </>
  )
}

function WhoAsks({ track, from, phone_ends: digits }: { track: Track; from?: string; phone_ends?: string }) {
  if (!from || !digits) return <p>{m.welcome_unknown()}</p>
  const name = siteName()
  return (
    <>
      <p className="welcome__from">
        {track === 'shopping' ? m.welcome_goods({ from, name }) : m.welcome_work({ from, name })}
      </p>
      <p>{m.welcome_for({ digits })}</p>
    </>
  )
}

const PROMISES = {
  shopping: [m.welcome_goods_hold, m.welcome_goods_send, m.welcome_goods_paid],
  services: [m.welcome_work_hold, m.welcome_work_done, m.welcome_work_paid],
} as const

function Promises({ track }: { track: Track }) {
  const name = siteName()
  return (
    <section className="welcome__promise">
      <h2>{m.welcome_how({ name })}</h2>
      <ol>
        {PROMISES[track].map((promise) => (
          <li key={promise({ name })}>{promise({ name })}</li>
        ))}
      </ol>
    </section>
  )
}

/** Back to this very link afterwards. */
export function useNext(): string {
  const { pathname, search } = useLocation()
  return `?next=${encodeURIComponent(pathname + search)}`
}

/** Of whom an offer is made to: in another role it would be refused to them. */
const ROLE_OF: Readonly<Record<Track, Role>> = { shopping: 'Seller', services: 'Client' }

function WaysIn({ track, phoneEnds: digits }: { track: Track; phoneEnds: string | undefined }) {
  const next = useNext()
  return (
    <>
      <p>{m.preview_sign_in_text()}</p>
      <p className="actions">
        <Link className="button button--next" to={href('/login') + next}>
          {digits ? m.welcome_sign_in({ digits }) : m.nav_sign_in()}
        </Link>
        <Link className="button" to={`${href('/register')}${next}&role=${ROLE_OF[track]}`}>
          {m.welcome_sign_up()}
        </Link>
      </p>
    </>
  )
}

function Genuine() {
  const name = siteName()
  return (
    <section>
      <h2>{m.welcome_genuine()}</h2>
      <p>{m.welcome_genuine_address({ host: location.host })}</p>
      <p>{m.welcome_genuine_pin({ name })}</p>
      <CheckLink />
    </section>
  )
}

export const CheckLink = () => (
  <p>
    <a className="tap-target" href={`${href('/verify')}?code=${encodeURIComponent(location.href)}`}>
      {m.preview_check()}
    </a>
  </p>
)

/** Whoever gets a link in a chat looks for the language in the text, not in the bar. */
function OtherLanguage() {
  const to = LOCALES.find((language) => language !== locale()) ?? 'en'
  const change = () => {
    rememberLanguage(to)
    location.reload()
  }
  return (
    <p>
      <button type="button" className="button" lang={to} aria-label={m.nav_language_hint()} onClick={change}>
        {to === 'hi' ? <HindiName /> : m.nav_language()}
      </button>
    </p>
  )
}
