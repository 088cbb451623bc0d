/** /verify: whether a link is one of ours, how far its deal is, or what it offers. Nothing personal comes back. */
import { formatPaiseShort } from '#core/money.ts'
import { writtenTime } from './form.ts'

interface Verdict {
  readonly genuine: boolean
  readonly status?: string
  readonly made_at?: string
  readonly offer?: { readonly title: string; readonly shop: string; readonly amount_paise: number }
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
    // behind the # a mailed link has its secret, which no server sees before its button is pressed
    const [address = ''] = code.split('#')
    const answer = await fetch(`/api/verify/?code=${encodeURIComponent(address)}`, {
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

function genuine({ dataset }: HTMLFormElement, { status, made_at, offer }: Verdict): string {
  if (offer) return fill(dataset.offer, { ...offer, price: formatPaiseShort(offer.amount_paise) })
  if (!status) return dataset.page ?? ''
  const names = JSON.parse(dataset.statuses ?? '{}') as Record<string, string>
  return fill(dataset.genuine, { status: names[status] ?? '', made: made_at ? writtenTime(made_at) : '' })
}

/** What a shop has written stays as it is, marks of ours too. */
const fill = (words = '', values: Readonly<Record<string, unknown>>): string =>
  words.replace(/\{(\w+)\}/g, (mark, name) => String(values[name] ?? mark))

function show(form: HTMLFormElement, kind: 'arrived' | 'stop', text: string): void {
  const result = document.querySelector<HTMLElement>('[data-verdict]')
  if (!result) return
  result.className = `notice notice--${kind}`
  result.textContent = text
  form.querySelector('input')?.setAttribute('aria-invalid', String(kind === 'stop'))
}
