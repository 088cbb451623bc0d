/** /verify: whether a link is one of ours, and how far its deal is. Nothing personal comes back. */
import { writtenTime } from './form.ts'

interface Verdict {
  readonly genuine: boolean
  readonly status?: string
  readonly made_at?: string
}

export function startVerifyForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-verify]')
  if (!form) return
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void check(form)
  })
  // A link to this page may carry the code: ?code=…
  const code = new URLSearchParams(location.search).get('code')
  const field = form.elements.namedItem('code')
  if (code && field instanceof HTMLInputElement) {
    field.value = code
    void check(form)
  }
}

async function check(form: HTMLFormElement): Promise<void> {
  const code = String(new FormData(form).get('code') ?? '').trim()
  if (!code) return show(form, 'stop', form.dataset.empty ?? '')
  try {
    const answer = await fetch(`/api/verify/?code=${encodeURIComponent(code)}`, {
      headers: { 'Accept-Language': document.documentElement.lang },
    })
    if (!answer.ok) return show(form, 'stop', form.dataset.failed ?? '')
    const verdict = (await answer.json()) as Verdict
    if (verdict.genuine) show(form, 'arrived', genuine(form, verdict))
    else show(form, 'stop', form.dataset.unknown ?? '')
  } catch {
    show(form, 'stop', form.dataset.failed ?? '')
  }
}

function genuine(form: HTMLFormElement, { status, made_at }: Verdict): string {
  const names = JSON.parse(form.dataset.statuses ?? '{}') as Record<string, string>
  const created = made_at ? writtenTime(made_at) : ''
  const stage = (status && names[status]) ?? ''
  return (form.dataset.genuine ?? '').replace('{status}', stage).replace('{made}', created)
}

function show(form: HTMLFormElement, kind: 'arrived' | 'stop', text: string): void {
  const result = document.querySelector<HTMLElement>('[data-verdict]')
  if (!result) return
  result.className = `notice notice--${kind}`
  result.textContent = text
  form.querySelector('input')?.setAttribute('aria-invalid', String(kind === 'stop'))
}
