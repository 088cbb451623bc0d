import type { ReactNode } from 'react'

export type Fact = readonly [label: string, value: ReactNode]

/** What was filled in, label over value: for the confirmation and the previews. */
export function Summary({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== '' && value !== null && value !== undefined)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
