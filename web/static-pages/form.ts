/** A form of a prerendered page: errors stand beside their field and are read out; the words are the server's. */
import { formatShortMoment } from '#core/time.ts'
import { newKey } from '#web/lib/idempotency-key.ts'

type Body = Record<string, unknown>

/** Sends the fields; `done` gets the answer. Anything else is shown in the form. */
export async function post(
  form: HTMLFormElement,
  address: string,
  done: (body: Body) => void,
): Promise<void> {
  const button = form.querySelector('button')
  const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  if (button) button.disabled = true
  showErrors(form, {})
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': document.documentElement.lang,
        'Idempotency-Key': newKey(),
      },
      body: JSON.stringify(values),
    })
    const body = (await answer.json().catch(() => ({}))) as Body
    if (answer.ok) done(body)
    else if (answer.status === 400) showErrors(form, body)
    else if (answer.status === 404 && form.dataset.unknown) say(form, 'stop', form.dataset.unknown)
    else say(form, 'stop', words(body.message) || (form.dataset.failed ?? ''))
  } catch {
    say(form, 'stop', form.dataset.failed ?? '')
  } finally {
    if (button) button.disabled = false
  }
}

/** "Sat 21 Nov, 6:30 pm", in the page's language; the footer says that it is Indian time. */
export const writtenTime = (iso: string): string =>
  formatShortMoment(Date.parse(iso), Date.now(), document.documentElement.lang === 'hi' ? 'hi' : 'en')

export const words = (value: unknown): string => (typeof value === 'string' ? value : '')

export function say(form: HTMLFormElement, kind: 'arrived' | 'next' | 'stop', text: string): void {
  const status = form.querySelector<HTMLElement>('[data-status]')
  if (!status) return
  status.className = text ? `notice notice--${kind}` : ''
  status.textContent = text
}

export function showErrors(form: HTMLFormElement, errors: Body): void {
  const rest: string[] = []
  let first: HTMLElement | null = null
  for (const field of form.querySelectorAll<HTMLInputElement>('[name]')) {
    // one at a time: what is empty need not be valid too
    const text = list(errors[field.name], 1)
    const place = document.getElementById(`${field.id}-error`)
    if (place) place.textContent = text
    field.setAttribute('aria-invalid', String(text !== ''))
    if (text) first ??= field
  }
  for (const [name, value] of Object.entries(errors))
    if (!form.elements.namedItem(name)) rest.push(list(value))
  say(form, 'stop', rest.join(' '))
  first?.focus()
}

const list = (value: unknown, most?: number): string =>
  Array.isArray(value) ? value.slice(0, most).map(String).join(' ') : ''
