/** The one thing to do next as the marigold button, the other things quieter, those that end the deal last. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { sortActions, verbOf } from '../words/actions.ts'

interface ActionBarProps {
  readonly deal: Deal
  readonly onAsk: (action: string) => void
  /** A finger, the pointer or the focus is on a button: what a press needs can be fetched. */
  readonly onNear: () => void
}

interface AskProps extends ActionBarProps {
  readonly name: string
  readonly kind?: 'next' | 'stop'
}

function Ask({ deal, name, kind, onAsk, onNear }: AskProps) {
  return (
    <Button
      {...(kind && { kind })}
      wide={kind === 'next'}
      onClick={() => onAsk(name)}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {verbOf(deal, name)}
    </Button>
  )
}

export function NextAction(bar: ActionBarProps) {
  const { next } = sortActions(bar.deal)
  return next !== null && <Ask {...bar} name={next} kind="next" />
}

export function OtherActions(bar: ActionBarProps) {
  const { others, stops } = sortActions(bar.deal)
  if (others.length + stops.length === 0) return null
  return (
    <section className="deal__part" aria-labelledby="deal-others">
      <h2 id="deal-others">{m.deal_others()}</h2>
      <div className="deal__others">
        {others.map((name) => (
          <Ask key={name} {...bar} name={name} />
        ))}
        {stops.map((name) => (
          <Ask key={name} {...bar} name={name} kind="stop" />
        ))}
      </div>
    </section>
  )
}
