/** /o/<id>: an offer of a shop, for whoever has its link. A Buyer takes it by one tap; everybody else is shown the way. */
import { formatPaiseShort } from '#core/money.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import type { Session } from '#web/lib/session.ts'

interface SharedOffer {
  readonly version: number
  readonly title: string
  readonly details: string
  readonly amount_paise: number
  readonly shop: string
  readonly deals_released: number
  readonly available: boolean
  readonly photo: string | null
}

const ADDRESS = /^((?:\/hi)?)\/o\/([\w-]{1,64})\/?$/

export function startOfferLink(session: Session | null): void {
  const page = document.querySelector<HTMLElement>('[data-offer-link]')
  if (!page) return
  const [, prefix = '', id] = ADDRESS.exec(location.pathname) ?? []
  // the page in the other language is of the same offer
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language]'))
    if (id) link.href = `${link.getAttribute('href')}/${id}`
  if (id) void load({ page, prefix, id, session })
  else say(page, page.dataset.gone)
}

interface OpenedPage {
  readonly page: HTMLElement
  readonly prefix: string
  readonly id: string
  readonly session: Session | null
}

function say(page: HTMLElement, text = ''): void {
  const status = page.querySelector<HTMLElement>('[data-status]')
  if (!status) return
  status.className = text ? 'notice notice--stop' : ''
  status.textContent = text
}

async function load(opened: OpenedPage): Promise<void> {
  const { page, id } = opened
  try {
    const answer = await fetch(`/api/links/${id}/`)
    if (answer.ok) show(opened, (await answer.json()) as SharedOffer)
    else say(page, answer.status === 404 ? page.dataset.gone : page.dataset.failed)
  } catch {
    say(page, page.dataset.failed)
  }
}

function show(opened: OpenedPage, offer: SharedOffer): void {
  const { page } = opened
  const price = formatPaiseShort(offer.amount_paise)
  const texts: Record<string, string> = {
    title: offer.title,
    price,
    shop: offer.shop,
    details: offer.details,
    record: offer.deals_released > 0 ? filled(page.dataset.record, { count: offer.deals_released }) : '',
  }
  for (const part of page.querySelectorAll<HTMLElement>('[data-part]')) {
    part.textContent = texts[part.dataset.part ?? ''] ?? ''
    part.hidden = part.textContent === ''
  }
  showPhoto(page, offer)
  document.title = `${offer.title}, ${price}`
  const body = page.querySelector<HTMLElement>('[data-offer]')
  if (body) body.hidden = false
  if (offer.available) showWays(opened, offer)
  else say(page, page.dataset.sold)
}

/** From the page's own host, whatever name the link was made under. */
function showPhoto(page: HTMLElement, { photo, title }: SharedOffer): void {
  const image = page.querySelector<HTMLImageElement>('img[data-photo]')
  if (!image || !photo) return
  image.src = new URL(photo).pathname
  image.alt = title
  image.hidden = false
}

/** A Buyer takes it; others are shown how. */
function showWays(opened: OpenedPage, offer: SharedOffer): void {
  const { page, prefix, session } = opened
  const role = session?.user.user_type[0]
  const next = `?next=${encodeURIComponent(location.pathname)}`
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-way]'))
    link.href = `${prefix}/${link.dataset.way}${next}`
  reveal(page, role === 'Buyer' ? 'buyer' : session ? 'other' : 'nobody')
  page
    .querySelector<HTMLButtonElement>('button[data-take]')
    ?.addEventListener('click', ({ currentTarget }) => void take(opened, offer, currentTarget))
}

const filled = (text: string | undefined, values: Record<string, number>): string =>
  (text ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

function reveal(page: HTMLElement, who: string): void {
  for (const part of page.querySelectorAll<HTMLElement>('[data-for]')) part.hidden = part.dataset.for !== who
}

/** One key for the page: a second tap, or one after a lost answer, is the same deal. */
const key = newKey()

async function take(
  { page, prefix, id, session }: OpenedPage,
  { version }: SharedOffer,
  button: unknown,
): Promise<void> {
  if (!(button instanceof HTMLButtonElement) || !session) return
  button.disabled = true
  try {
    const answer = await fetch(`/api/links/${id}/take/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': document.documentElement.lang,
        Authorization: `Token ${session.token}`,
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ version }),
    })
    const body = (await answer.json().catch(() => ({}))) as { form_pk?: string; message?: string }
    if (answer.ok && body.form_pk) return location.assign(`${prefix}/deals/${body.form_pk}`)
    say(page, body.message ?? page.dataset.failed)
  } catch {
    say(page, page.dataset.failed)
  }
  button.disabled = false
}
