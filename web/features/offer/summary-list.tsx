/** Label and value: what was filled in, as forms and offers show it. */
import type { ReactNode } from 'react'

/** `long`: on a phone the value stands below its label, in the whole width. */
export type SummaryRow = readonly [label: string, value: ReactNode, width?: 'long']

/** Rows without a value are left out. */
export function Summary({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <dl className="details-list">
      {rows
        .filter(([, value]) => value !== '' && value !== null && value !== undefined)
        .map(([label, value, width]) => (
          <div key={label} className={width && 'details-list__long'}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
