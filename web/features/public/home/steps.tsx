import { m } from '#messages/compiled/messages.js'
import { Drawing } from '#web/features/public/drawing.tsx'
import { figures } from '#web/features/public/figures.ts'
import { holderName } from '#web/lib/site.ts'

export function Steps() {
  return (
    <section>
      <h2>{m.home_steps_title()}</h2>
      <StepList headings="h3" />
    </section>
  )
}

/** The four pictures of a deal that goes well, each with who does what and where the money is. */
export function StepList({ headings: Heading }: { readonly headings: 'h2' | 'h3' }) {
  const f = figures()
  const tracking = f.trackingWindow ?? ''
  const shopping = f['complaintWindow.shopping'] ?? ''
  const services = f['complaintWindow.services'] ?? ''
  const name = holderName()
  const steps = [
    ['agree', m.home_step_agree(), m.home_step_agree_text(), m.how_where_agree()],
    ['pay', m.home_step_pay(), m.home_step_pay_text(), m.how_where_pay({ name })],
    ['send', m.home_step_deliver(), m.home_step_deliver_text({ tracking }), m.how_where_send({ name })],
    [
      'release',
      m.home_step_release(),
      m.home_step_release_text({ shopping, services }),
      m.how_where_release(),
    ],
  ] as const
  return (
    <ol className="steps">
      {steps.map(([picture, title, text, where]) => (
        <li key={picture} className="steps__step">
          <Drawing name={picture} />
          <Heading className="steps__title">{title}</Heading>
          <p>{text}</p>
          <p className="steps__where">{where}</p>
        </li>
      ))}
    </ol>
  )
}
