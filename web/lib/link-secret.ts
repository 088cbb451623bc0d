/** A token that came in an address: read once, then taken out of the address bar and the history. */
import { useEffect, useState } from 'react'

/** `replacement` is the page that a reload leads to. */
export function useLinkSecret(token: string, replacement: string): string {
  const [secret] = useState(token)
  useEffect(() => {
    // the router keeps its own state in the entry
    history.replaceState(history.state, '', replacement)
  }, [replacement])
  return secret
}
