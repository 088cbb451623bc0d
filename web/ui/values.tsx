import { formatPaiseShort } from '#core/money.ts'
import { relativeTime, shortMoment } from '#web/lib/format.ts'

interface MomentProps {
  /** ISO 8601, as the wire has it, or epoch milliseconds. */
  readonly at: string | number
  /** The product's now, where the hint "in 2 days" should stand; none without it. */
  readonly now?: string | number
}

/** "Tue 24 Nov, 6:30 pm (in 2 days)": the moment itself first, never a bare countdown. */
export function Moment({ at, now }: MomentProps) {
  const ms = toMs(at)
  return (
    <>
      <time dateTime={new Date(ms).toISOString()}>
        {shortMoment(ms, now === undefined ? undefined : toMs(now))}
      </time>
      {now !== undefined && <span className="muted"> ({relativeTime(ms, toMs(now))})</span>}
    </>
  )
}

const toMs = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at))

/** ₹1,00,000 in figures that stand under each other; paise where there are any. */
export const Money = ({ paise }: { paise: number }) => (
  <span className="money">{formatPaiseShort(paise)}</span>
)
