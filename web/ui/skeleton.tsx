/** The spec's waiting text, with bars where the content will stand. The same in both languages: it is drawn before the language is known. */
export function Skeleton({ bars = 4 }: { bars?: number }) {
  return (
    <div className="skeleton" role="status">
      <p>Loading..</p>
      {Array.from({ length: bars }, (_, bar) => bar).map((bar) => (
        <div key={bar} className="skeleton__bar" aria-hidden="true" />
      ))}
    </div>
  )
}
