import type { Track } from '../../../../core/ids.ts'
import { m } from '../../../../messages/compiled/messages.js'

const STEPS = {
  shopping: [m.offer_next_accept_shopping, m.offer_next_pay_shopping, m.offer_next_release_shopping],
  services: [m.offer_next_accept_services, m.offer_next_pay_services, m.offer_next_release_services],
} as const

interface NextStepsProps {
  readonly track: Track
  /** The heading's level: it stands below a step's heading, or below the page's. */
  readonly as?: 'h2' | 'h3'
}
export function NextSteps({ track, as: Heading = 'h3' }: NextStepsProps) {
  return (
    <>
      <Heading className="offer__subhead">{m.offer_next_title()}</Heading>
      <ol className="offer__next">
        {STEPS[track].map((say) => (
          <li key={say()}>{say()}</li>
        ))}
      </ol>
    </>
  )
}
