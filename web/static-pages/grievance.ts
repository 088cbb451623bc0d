/** /grievance: filing a complaint and checking its status. The texts are in the page's data attributes. */
import { post, say, showErrors, words, writtenTime } from './form.ts'

type Fields = Record<string, unknown>

export function startGrievanceForms(): void {
  const file = document.querySelector<HTMLFormElement>('form[data-grievance]')
  file?.addEventListener('submit', (event) => {
    event.preventDefault()
    void post(file, '/api/grievances/', (body) => filed(file, body))
  })
  const look = document.querySelector<HTMLFormElement>('form[data-ticket]')
  if (!look) return
  look.addEventListener('submit', (event) => {
    event.preventDefault()
    void post(look, '/api/grievances/status/', (body) => show(look, body))
  })
  // The link in the email carries the number.
  const ticket = new URLSearchParams(location.search).get('ticket')
  const field = look.elements.namedItem('ticket')
  if (ticket && field instanceof HTMLInputElement) field.value = ticket
}

const filled = (text: string | undefined, values: Fields): string =>
  (text ?? '').replace(/\{(\w+)\}/g, (_, name: string) => words(values[name]))

/** The answer with its times written out. */
const withWrittenTimes = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      /_(?:by|at)$/.test(name) && value ? writtenTime(words(value)) : value,
    ]),
  )

function filed(form: HTMLFormElement, body: Fields): void {
  const email = String(new FormData(form).get('email') ?? '')
  form.reset()
  say(form, 'arrived', filled(form.dataset.filed, withWrittenTimes(body)))
  const look = document.querySelector<HTMLFormElement>('form[data-ticket]')
  if (look) fillIn(look, { ticket: words(body.ticket), email })
}

function fillIn(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = value
  }
}

function show(form: HTMLFormElement, body: Fields): void {
  showErrors(form, {})
  const { status } = body
  say(
    form,
    status === 'resolved' ? 'arrived' : 'next',
    filled(form.dataset[words(status)], withWrittenTimes(body)),
  )
}
