/** The document around every page. A page whose route says `handle.static` gets no framework scripts at all. */
import { type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import { m } from '#messages/compiled/messages.js'
import devanagari from './fonts/mukta-devanagari-600.woff2?url'
import latin from './fonts/mukta-latin-600.woff2?url'
import { ShellMode } from './lib/hooks.ts'
import { href, isShared, locale } from './lib/locale.ts'
import { PRELOAD_PLACEHOLDER } from './lib/preload.ts'
import { ORIGIN, SETTINGS_ELEMENT, SITE, settingsJson } from './lib/site.ts'
import staticPageScript from './static-pages/page.ts?worker&url'
import appCss from './styles/app-shell.css?inline'
import staticPageCss from './styles/static-page.css?inline'
import { Skeleton } from './ui/skeleton.tsx'

const APP_STYLE = 'app-style'
// not the name of what it leaves on the window: an element's id is one too
const PRELOAD = 'preload-script'

/** Inlined at build, so that the first answer paints; in the browser it is read back, so that React keeps it. */
const appStyle = (): string =>
  import.meta.env.SSR ? appCss : (document.getElementById(APP_STYLE)?.textContent ?? '')

/** The renderer puts web/offline/preload-script.ts in the placeholder (web/render/worker.ts). */
const preload = (): string =>
  import.meta.env.SSR ? PRELOAD_PLACEHOLDER : (document.getElementById(PRELOAD)?.textContent ?? '')

const settingsText = (): string =>
  import.meta.env.SSR ? settingsJson() : (document.getElementById(SETTINGS_ELEMENT)?.textContent ?? '')

/**
 * Of a page that names none, and of the two shells, which are the same in both languages. The one of share links is what
 * a chat draws its preview from: it names no person and no sum, as everybody in the chat sees it.
 */
export const meta = ({ location }: { location: { pathname: string } }) => {
  const isOffer = isShared(location.pathname)
  const title = isOffer ? m.card_title({ name: SITE.name.en }) : SITE.name.en
  return [
    { title: SITE.name.en },
    { property: 'og:title', content: title },
    { property: 'og:description', content: isOffer ? m.card_text() : m.manifest_description() },
    { property: 'og:type', content: 'website' },
    { property: 'og:image', content: `${ORIGIN}${isOffer ? '/offer-card.png' : '/social-card.png'}` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
  ]
}

export function Layout({ children }: { children: ReactNode }) {
  const shell = use(ShellMode)
  const matches = useMatches()
  const isStatic =
    !shell && matches.some((match) => (match.handle as { static?: boolean } | undefined)?.static)
  return (
    <html lang={locale()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf8f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#131128" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href={href('/manifest.webmanifest')} suppressHydrationWarning />
        {isStatic ? <StaticPageHead /> : <AppHead />}
        <Meta />
      </head>
      <body>
        {children}
        {isStatic ? <script type="module" src={staticPageScript} /> : <AppScripts />}
      </body>
    </html>
  )
}

function StaticPageHead() {
  const font = locale() === 'hi' ? devanagari : latin
  return (
    <>
      <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet */}
      <style dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? staticPageCss : '' }} />
    </>
  )
}

function AppHead() {
  return (
    <>
      {/* biome-ignore-start lint/security/noDangerouslySetInnerHtml: the operator's settings, with `<` escaped */}
      <script
        id={SETTINGS_ELEMENT}
        type="application/json"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: settingsText() }}
      />
      {/* biome-ignore-end lint/security/noDangerouslySetInnerHtml: the operator's settings, with `<` escaped */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, the same in every shell */}
      <script id={PRELOAD} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: preload() }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet */}
      <style id={APP_STYLE} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: appStyle() }} />
      <Links />
    </>
  )
}

function AppScripts() {
  return (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  )
}

export default function Root() {
  return <Outlet />
}

/** The shell before the app's code has come: the same in both languages. */
export function HydrateFallback() {
  return (
    <main id="main" className="page">
      <Skeleton />
    </main>
  )
}

/** A fault of ours on any page: plain words and a way on, never a stack. */
export function ErrorBoundary() {
  return (
    <main className="page" id="main">
      <h1>{m.error_title()}</h1>
      <p>{m.error_server()}</p>
      <p className="actions">
        <a className="button button--next" href={href('/')}>
          {SITE.name.en}
        </a>
        <a className="button" href={href('/deals')}>
          {m.nav_my_deals()}
        </a>
      </p>
    </main>
  )
}
