import { m } from '#messages/compiled/messages.js'
import { useLoadingMark } from './settled.tsx'

/** The spec's waiting text, with bars where the content will stand. The shell of a page is drawn before its language is known. */
export function Skeleton({ bars = 4 }: { bars?: number }) {
  useLoadingMark()
  return (
    <div className="skeleton" role="status">
      <p suppressHydrationWarning>{m.ui_loading()}</p>
      {Array.from({ length: bars }, (_, bar) => bar).map((bar) => (
        <div key={bar} className="skeleton__bar" aria-hidden="true" />
      ))}
    </div>
  )
}
