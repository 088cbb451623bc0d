/** Labels and values of a deal's terms and rules, in rows. */
import type { ReactNode } from 'react'

export type TermRow = readonly [label: string, value: ReactNode]

export function TermList({ rows }: { rows: readonly TermRow[] }) {
  return (
    <dl className="deal__rows">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
