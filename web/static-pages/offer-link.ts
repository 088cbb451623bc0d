/** /o/<id>: an offer of a shop, for whoever has its link. A Buyer takes it by one tap; everybody else is shown the way. */
import { newKey } from '#web/lib/idempotency-key.ts'
import type { Session } from '#web/lib/session.ts'

/** The server has filled the page in. Left to do is what only this browser knows: who is signed in. */
export function startOfferLink(session: Session | null): void {
  const page = document.querySelector<HTMLElement>('[data-offer-link]')
  if (!page || !session) return
  reveal(page, session.user.user_type[0] === 'Buyer' ? 'buyer' : 'other')
  page
    .querySelector<HTMLButtonElement>('button[data-take]')
    ?.addEventListener('click', ({ currentTarget }) => void take({ page, session }, currentTarget))
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

/** Each keeps its place while another is shown (offer-ways in public.css). */
function reveal(page: HTMLElement, who: string): void {
  for (const part of page.querySelectorAll<HTMLElement>('[data-for]'))
    part.toggleAttribute('data-off', part.dataset.for !== who)
}

/** One key for the page: a second tap, or one after a lost answer, is the same deal. */
const key = newKey()

async function take({ page, session }: OpenedPage, button: unknown): Promise<void> {
  if (!(button instanceof HTMLButtonElement)) return
  const { lang } = document.documentElement
  const { offerLink: id, version, failed } = page.dataset
  button.disabled = true
  try {
    const answer = await fetch(`/api/links/${id}/take/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': lang,
        Authorization: `Token ${session.token}`,
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ version: Number(version) }),
    })
    const body = (await answer.json().catch(() => ({}))) as { form_pk?: string; message?: string }
    if (answer.ok && body.form_pk)
      return location.assign(`${lang === 'hi' ? '/hi' : ''}/deals/${body.form_pk}`)
    say(page, body.message ?? failed)
  } catch {
    say(page, failed)
  }
  button.disabled = false
}
