/** A section that can be folded: open where there is room, folded on a phone. */
import { type ReactNode, useState } from 'react'

interface FoldProps {
  /** Of its heading. */
  readonly id: string
  readonly title: ReactNode
  /** Open on a phone too. */
  readonly open?: boolean
  /** What is inside is loaded when it is first opened: a phone that folds it does not pay for it. */
  readonly late?: boolean
  readonly children: ReactNode
}

export function Fold({ id, title, open = false, late = false, children }: FoldProps) {
  // only at first: what somebody opened or folded stays so
  const [isOpen] = useState(() => open || matchMedia('(min-width: 60em)').matches)
  const [isAsked, setAsked] = useState(isOpen || !late)
  return (
    <section className="deal__section" aria-labelledby={id}>
      <details className="fold" open={isOpen} onToggle={() => setAsked(true)}>
        <summary>
          <h2 id={id}>{title}</h2>
        </summary>
        {isAsked && children}
      </details>
    </section>
  )
}
