/** Parts that load one after the other, and what is below them: it would move under a finger with each that comes. */
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

/** Counts one more that loads; answers what ends it. */
type BeginLoading = () => () => void
const Loading = createContext<BeginLoading | null>(null)

/** Of whatever stands in a part's place while it loads. */
export function useLoadingMark(): void {
  const begin = useContext(Loading)
  useLayoutEffect(() => begin?.(), [begin])
}

/** Longer, and whoever has a bad connection would wait for what is there. */
const LONGEST_WAIT_MS = 5_000

function countLoading(whenNone: () => void) {
  let count = 0
  const look = () => {
    if (count === 0) whenNone()
  }
  const begin: BeginLoading = () => {
    count += 1
    return () => {
      count -= 1
      // what comes may load parts of its own, which begin with the same commit
      queueMicrotask(look)
    }
  }
  return { look, begin }
}

/** Draws `below` once nothing of its children loads any more, whether it came or failed; from then on it stays. */
export function Settled({ children, below }: { children: ReactNode; below: ReactNode }) {
  const [isSettled, setSettled] = useState(false)
  const [{ look, begin }] = useState(() => countLoading(() => setSettled(true)))
  useLayoutEffect(() => {
    look()
    const timer = setTimeout(() => setSettled(true), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [look])
  return (
    <>
      <Loading value={begin}>{children}</Loading>
      {isSettled && below}
    </>
  )
}
