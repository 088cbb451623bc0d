/**
 * All the JavaScript of a prerendered page: the bar's colour, who is signed in, the Start button, the language kept,
 * the two small forms. Each part finds its elements by data attributes and does nothing where there are none.
 */

import { clearSession, readSession, type Session } from '#web/lib/session.ts'
import { startPath } from '#web/lib/start-path.ts'
import { startFaqSearch } from './faq.ts'
import { startGrievanceForms } from './grievance.ts'
import { watchScroll } from './header.ts'
import { startLeadForm } from './lead.ts'
import { startOfferLink } from './offer-link.ts'
import { startVerifyForm } from './verify.ts'

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector)
const prefix = document.documentElement.lang === 'hi' ? '/hi' : ''

function showSession(session: Session | null): void {
  const role = session?.user.user_type[0]
  // the team has no deals of its own
  const isTeam = role === 'Admin' || role === 'Mediator'
  const start = isTeam ? '/admin_dashboard' : startPath(role)
  for (const link of all('a[data-start]')) link.setAttribute('href', prefix + start)
  for (const part of all('[data-signed-in]'))
    part.hidden = !session || (isTeam && part.dataset.signedIn === 'user')
  for (const part of all('[data-signed-out]')) part.hidden = Boolean(session)
  if (!session) return
  document.querySelector('[data-header]')?.classList.add('header--in')
  for (const link of all('a[data-account]')) showSignOut(link, session)
  for (const link of all('a[data-home]')) link.setAttribute('href', prefix + (isTeam ? start : '/deals'))
}

function showSignOut(link: HTMLElement, session: Session): void {
  const button = document.createElement('button')
  button.type = 'button'
  // quiet in the bar, where it is not the next thing to do; on a phone it is in the menu alone
  button.className = `${link.className.replace('button ', '')} ${link.dataset.account}`
  button.textContent = (link.dataset.signOut ?? '').replace('{first_name}', session.user.first_name)
  button.addEventListener('click', () => signOut(session))
  link.replaceWith(button)
}

/** The server is told; whatever it answers, this browser forgets. */
async function signOut(session: Session): Promise<void> {
  await fetch('/api/auth/logout/', {
    method: 'POST',
    headers: { Authorization: `Token ${session.token}` },
    keepalive: true,
  }).catch(() => undefined)
  clearSession()
  location.reload()
}

function startReveals(): void {
  for (const button of all('button[data-reveal]')) {
    button.addEventListener('click', () => {
      const open = button.getAttribute('aria-expanded') !== 'true'
      button.setAttribute('aria-expanded', String(open))
      const part = document.getElementById(button.dataset.reveal ?? '')
      part?.toggleAttribute('data-open', open)
    })
  }
}

/** The menu closes on Escape and on a touch outside it. */
function startMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
  if (!menu) return
  document.addEventListener('click', (event) => {
    if (!menu.contains(event.target as Node)) menu.open = false
  })
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

function keepLanguage(): void {
  for (const link of all('a[data-language]'))
    link.addEventListener('click', () => {
      try {
        localStorage.setItem('language', link.dataset.language ?? 'en')
      } catch {
        // No storage: the address carries the language.
      }
    })
}

const header = document.querySelector<HTMLElement>('[data-header]')
if (header) watchScroll(header)
showSession(readSession())
startReveals()
startMenu()
keepLanguage()
startLeadForm()
startGrievanceForms()
startVerifyForm()
startFaqSearch()
startOfferLink(readSession())
