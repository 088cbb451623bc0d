/** The document around every page. A page whose route says `handle.still` gets no framework scripts at all. */
import { type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import { m } from '../messages/compiled/messages.js'
import devanagari from './fonts/mukta-devanagari-600.woff2?url'
import latin from './fonts/mukta-latin-600.woff2?url'
import { href, locale } from './lib/locale.ts'
import { ShellMode } from './lib/shell-mode.ts'
import { ORIGIN, SITE } from './lib/site.ts'
import stillScript from './lib/still.ts?worker&url'
import appCss from './styles/app-shell.css?inline'
import stillCss from './styles/still.css?inline'
import { Skeleton } from './ui/skeleton.tsx'

const APP_STYLE = 'app-style'
// not the name of what it leaves on the window: an element's id is one too
const EARLY = 'early-script'

/** Inlined at build, so that the first answer paints; in the browser it is read back, so that React keeps it. */
const appStyle = (): string =>
  import.meta.env.SSR ? appCss : (document.getElementById(APP_STYLE)?.textContent ?? '')

/** The build puts web/early.ts in its place. */
const earlyScript = (): string =>
  import.meta.env.SSR ? '/*early*/' : (document.getElementById(EARLY)?.textContent ?? '')

/** Of a page that names none, and of the shell, which is the same in both languages. */
export const meta = () => [
  { title: SITE.name.en },
  { property: 'og:title', content: SITE.name.en },
  { property: 'og:description', content: m.manifest_description() },
  { property: 'og:type', content: 'website' },
  ...(ORIGIN ? [{ property: 'og:image', content: `${ORIGIN}/social-card.png` }] : []),
]

export function Layout({ children }: { children: ReactNode }) {
  const shell = use(ShellMode)
  const matches = useMatches()
  const still = !shell && matches.some((match) => (match.handle as { still?: boolean } | undefined)?.still)
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
        {still ? <StillHead /> : <AppHead />}
        <Meta />
      </head>
      <body>
        {children}
        {still ? <script type="module" src={stillScript} /> : <AppScripts />}
      </body>
    </html>
  )
}

function StillHead() {
  const font = locale() === 'hi' ? devanagari : latin
  return (
    <>
      <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet */}
      <style dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? stillCss : '' }} />
    </>
  )
}

function AppHead() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, the same in every shell */}
      <script id={EARLY} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript() }} />
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
