/** /o/<id>: an offer of a shop, for whoever has its link. A Buyer takes it by one tap; everybody else is shown the way. */
import type { User } from '#core/contract/auth.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import { clearSession, refreshUser, type Session } from '#web/lib/session.ts'

/** The server has filled the page in. Left to do is what only this browser knows: who is signed in. */
export function startOfferLink(session: Session | null): void {
  const page = document.querySelector<HTMLElement>('[data-offer-link]')
  if (!page) return
  say(page, storedRefusal())
  if (!session) return
  reveal(page, readerOf(page, session))
  const onPress = (
    selector: string,
    work: (opened: OpenedPage, button: HTMLButtonElement) => Promise<void>,
  ) =>
    page
      .querySelector<HTMLButtonElement>(selector)
      ?.addEventListener(
        'click',
        ({ currentTarget }) => void work({ page, session }, currentTarget as HTMLButtonElement),
      )
  onPress('button[data-take]', take)
  onPress('button[data-as-buyer]', goOnAsBuyer)
}

function readerOf(page: HTMLElement, { user }: Session): string {
  // a business has its name alone
  if (user.business_name && user.business_name === page.dataset.shop) return 'own'
  const [role] = user.user_type
  if (role === 'Buyer') return 'buyer'
  if (role === 'Admin' || role === 'Mediator') return 'team'
  return user.user_type.includes('Buyer') ? 'switch' : 'other'
}

interface OpenedPage {
  readonly page: HTMLElement
  readonly session: Session
}

function say(page: HTMLElement, text = ''): void {
  const status = page.querySelector<HTMLElement>('[data-status]')
  if (!status) return
  status.className = text ? 'notice notice--stop' : ''
  status.textContent = text
}

/** Beside what was said: whoever has taken all that one buyer may has a running deal, and looks for it. */
function showWayToDeals(page: HTMLElement): void {
  const link = document.createElement('a')
  link.href = `${languagePath()}/deals`
  link.textContent = page.dataset.deals ?? ''
  page.querySelector('[data-status]')?.append(' ', link)
}

/** The page is in the language of whoever shared it; a deal of one's own is in the language that one has chosen. */
function languagePath(): string {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('language')
  } catch {
    // Storage is blocked: nothing was chosen.
  }
  return (chosen ?? document.documentElement.lang) === 'hi' ? '/hi' : ''
}

/** Each keeps its place while another is shown (offer-ways in public.css). */
function reveal(page: HTMLElement, who: string): void {
  for (const part of page.querySelectorAll<HTMLElement>('[data-for]'))
    part.toggleAttribute('data-off', part.dataset.for !== who)
}

/** One for the page: a second tap, or one after a lost answer, is the same deal. */
const takeKey = newKey()

interface RefusedTake {
  readonly code?: string
  readonly message?: string
}

interface SentCall {
  readonly path: string
  readonly body: unknown
  readonly key: string
}

const REFUSAL = 'offer-link-refusal'

/** The shop has changed the offer since, or the session has ended: the page is read anew, and says there why. */
function reloadWith(message: string): void {
  try {
    sessionStorage.setItem(REFUSAL, message)
  } catch {
    // Storage is blocked: the new page shows the new price, without the reason.
  }
  location.reload()
}

function storedRefusal(): string | undefined {
  try {
    const message = sessionStorage.getItem(REFUSAL) ?? undefined
    sessionStorage.removeItem(REFUSAL)
    return message
  } catch {
    return undefined
  }
}

/** What was answered; null where it was refused or did not come, which is said then. */
async function send<T>({ page, session }: OpenedPage, { path, body, key }: SentCall): Promise<T | null> {
  const { failed } = page.dataset
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': document.documentElement.lang,
        Authorization: `Token ${session.token}`,
        'Idempotency-Key': key,
      },
      body: JSON.stringify(body),
    })
    const answered = (await answer.json().catch(() => null)) as (T & RefusedTake) | null
    if (answer.ok && answered) return answered
    // whoever is signed out is shown the ways to sign in
    if (answer.status === 401) clearSession()
    if (answer.status === 401 || answered?.code === 'stale_terms') reloadWith(answered?.message ?? '')
    else say(page, answered?.message ?? failed)
    if (answered?.code === 'limit_reached') showWayToDeals(page)
  } catch {
    say(page, failed)
  }
  return null
}

async function take(opened: OpenedPage, button: HTMLButtonElement): Promise<void> {
  const { offerLink: id, version } = opened.page.dataset
  button.disabled = true
  const call = { path: `/api/links/${id}/take/`, body: { version: Number(version) }, key: takeKey }
  const deal = await send<{ form_pk: string }>(opened, call)
  if (deal) return location.assign(`${languagePath()}/deals/${deal.form_pk}`)
  button.disabled = false
}

/** Whoever sells and buys takes it in the other of their roles. */
async function goOnAsBuyer(opened: OpenedPage, button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  const user = await send<User>(opened, {
    ...{ path: '/api/account/role/', body: { user_type: ['Buyer'] } },
    key: newKey(),
  })
  button.disabled = false
  if (!user) return
  refreshUser(user)
  say(opened.page)
  reveal(opened.page, 'buyer')
}
