import type { Track } from '../../../../core/ids.ts'
import { m } from '../../../../messages/compiled/messages.js'

const STEPS = {
  shopping: [m.offer_next_accept_shopping, m.offer_next_pay_shopping, m.offer_next_release_shopping],
  services: [m.offer_next_accept_services, m.offer_next_pay_services, m.offer_next_release_services],
} as const

export function NextSteps({ track }: { track: Track }) {
  return (
    <>
      <h3>{m.offer_next_title()}</h3>
      <ol className="offer__next">
        {STEPS[track].map((say) => (
          <li key={say()}>{say()}</li>
        ))}
      </ol>
    </>
  )
}
