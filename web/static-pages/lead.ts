/** "Ask us to call you" on the home page. */
import { post, say, words } from './form.ts'

export function startLeadForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-lead]')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void post(form, '/api/leads/', (body) => {
      form.reset()
      say(form, 'arrived', words(body.message) || (form.dataset.thanks ?? ''))
    })
  })
}
