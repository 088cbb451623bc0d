/** The one thing to do next as the marigold button, the other things quieter, those that end the deal last. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { sortActions, verbOf } from '../words/actions.ts'

interface ActionBarProps {
  readonly deal: Deal
  readonly onAsk: (action: string) => void
}

export function NextAction({ deal, onAsk }: ActionBarProps) {
  const { next } = sortActions(deal)
  if (next === null) return null
  return (
    <Button kind="next" wide onClick={() => onAsk(next)}>
      {verbOf(deal, next)}
    </Button>
  )
}

export function OtherActions({ deal, onAsk }: ActionBarProps) {
  const { others, stops } = sortActions(deal)
  if (others.length + stops.length === 0) return null
  return (
    <section className="deal__part" aria-labelledby="deal-others">
      <h2 id="deal-others">{m.deal_others()}</h2>
      <div className="deal__others">
        {others.map((name) => (
          <Button key={name} onClick={() => onAsk(name)}>
            {verbOf(deal, name)}
          </Button>
        ))}
        {stops.map((name) => (
          <Button key={name} kind="stop" onClick={() => onAsk(name)}>
            {verbOf(deal, name)}
          </Button>
        ))}
      </div>
    </section>
  )
}
