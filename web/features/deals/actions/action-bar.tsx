/** The next action as the primary button, the others below, those that end the deal last. */
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { sortActions, verbOf } from '#web/features/deals/words/actions.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'

const EarlyRelease = lazyWithRetry(async () => (await import('./early-release.tsx')).EarlyRelease, {
  bars: 1,
})

interface ActionBarProps {
  readonly deal: Deal
  readonly onChoose: (action: string) => void
  /** The pointer or the focus is on a button: its dialog can be preloaded. */
  readonly onIntent: () => void
}

interface ActionButtonProps extends ActionBarProps {
  readonly name: string
  readonly kind?: 'next' | 'stop'
}

function ActionButton({ deal, name, kind, onChoose, onIntent }: ActionButtonProps) {
  return (
    <Button
      {...(kind && { kind })}
      wide={kind === 'next'}
      onClick={() => onChoose(name)}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      {verbOf(deal, name)}
    </Button>
  )
}

export function NextAction(bar: ActionBarProps) {
  const { next } = sortActions(bar.deal)
  return next !== null && <ActionButton {...bar} name={next} kind="next" />
}

export function OtherActions(bar: ActionBarProps) {
  const { others, stops, early } = sortActions(bar.deal)
  if (others.length + stops.length === 0 && !early) return null
  return (
    <section className="deal__section" aria-labelledby="deal-others">
      <h2 id="deal-others">{m.deal_others()}</h2>
      <div className="deal__other-actions">
        {others.map((name) => (
          <ActionButton key={name} {...bar} name={name} />
        ))}
        {stops.map((name) => (
          <ActionButton key={name} {...bar} name={name} kind="stop" />
        ))}
      </div>
      {early && (
        <EarlyRelease deal={bar.deal}>
          <ActionButton {...bar} name={early} kind="stop" />
        </EarlyRelease>
      )}
    </section>
  )
}
