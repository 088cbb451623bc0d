/** A drawn stand-in for a portrait: plainly not a photograph of anybody. */
export function Face({ seed }: { seed: number }) {
  const hair = ['M10 15c0-8 20-8 20 0', 'M9 18c0-12 22-12 22 0v6', 'M11 14c4-6 14-6 18 0'][seed % 3]
  return (
    <svg className="face" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" focusable="false">
      <circle cx="20" cy="20" r="19" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="20" cy="17" r="7" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M8 34c2-8 22-8 24 0" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d={hair} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
