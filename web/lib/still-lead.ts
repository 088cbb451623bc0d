/** "Ask us to call you" on the home page. Errors stand beside their field and are read out; the words are the server's. */
export function startLeadForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-lead]')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form)
  })
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')
  const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  if (button) button.disabled = true
  showErrors(form, {})
  try {
    const answer = await fetch('/api/leads/', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': document.documentElement.lang,
        'Idempotency-Key': key(),
      },
      body: JSON.stringify(values),
    })
    const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>
    if (answer.ok) form.reset()
    if (answer.ok) say(form, 'arrived', words(body.message) || (form.dataset.thanks ?? ''))
    else if (answer.status === 400) showErrors(form, body)
    else say(form, 'stop', words(body.message) || (form.dataset.failed ?? ''))
  } catch {
    say(form, 'stop', form.dataset.failed ?? '')
  } finally {
    if (button) button.disabled = false
  }
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `crypto.randomUUID` is missing on plain http, where the site is tried on a local network. */
const key = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')

function say(form: HTMLFormElement, kind: 'arrived' | 'stop', text: string): void {
  const status = form.querySelector<HTMLElement>('[data-status]')
  if (!status) return
  status.className = text ? `notice notice--${kind}` : ''
  status.textContent = text
}

function showErrors(form: HTMLFormElement, errors: Record<string, unknown>): void {
  const rest: string[] = []
  let first: HTMLElement | null = null
  for (const field of form.querySelectorAll<HTMLInputElement>('[name]')) {
    const text = list(errors[field.name])
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

const list = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(' ') : '')
