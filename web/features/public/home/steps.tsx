import { m } from '#messages/compiled/messages.js'
import { figures } from '#web/features/public/figures.ts'
import { ExampleLine } from './example.tsx'

export function Steps() {
  const f = figures()
  const tracking = f.trackingWindow ?? ''
  const shopping = f['complaintWindow.shopping'] ?? ''
  const services = f['complaintWindow.services'] ?? ''
  const steps = [
    { title: m.home_step_agree(), text: m.home_step_agree_text(), at: 'nowhere' },
    { title: m.home_step_pay(), text: m.home_step_pay_text(), at: 'held' },
    { title: m.home_step_deliver(), text: m.home_step_deliver_text({ tracking }), at: 'held' },
    { title: m.home_step_release(), text: m.home_step_release_text({ shopping, services }), at: 'payee' },
  ] as const
  return (
    <section>
      <h2>{m.home_steps_title()}</h2>
      <ol className="steps">
        {steps.map(({ title, text, at }) => (
          <li key={title} className="steps__step">
            <h3>{title}</h3>
            <p>{text}</p>
            <ExampleLine at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}
