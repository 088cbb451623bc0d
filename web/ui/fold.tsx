/** A section that can be folded: open where there is room, folded on a phone. What is inside is loaded all the same. */
import { type ReactNode, useState } from 'react'

interface FoldProps {
  /** Of its heading. */
  readonly id: string
  readonly title: ReactNode
  /** Open on a phone too. */
  readonly open?: boolean
  readonly children: ReactNode
}

export function Fold({ id, title, open = false, children }: FoldProps) {
  // only at first: what somebody opened or folded stays so
  const [isOpen] = useState(() => open || matchMedia('(min-width: 60em)').matches)
  return (
    <section className="deal__section" aria-labelledby={id}>
      <details className="fold" open={isOpen}>
        <summary>
          <h2 id={id}>{title}</h2>
        </summary>
        {children}
      </details>
    </section>
  )
}
