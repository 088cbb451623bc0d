/** A part of an offer that is folded on a phone, and open where there is room. */
import { type ReactNode, useState } from 'react'

interface OfferFoldProps {
  readonly title: ReactNode
  readonly children: ReactNode
}

export function OfferFold({ title, children }: OfferFoldProps) {
  // only at first: what somebody opened or folded stays so
  const [isOpen] = useState(() => matchMedia('(min-width: 60em)').matches)
  return (
    <details className="offer__more" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
