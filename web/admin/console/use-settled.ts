import { useEffect, useRef, useState } from 'react'

const SETTLED_MS = 300

/** A text that is being typed, once it has rested: one question to the server instead of one a letter. */
export function useSettled(text: string, onChange: () => void): string {
  const [settled, setSettled] = useState(text)
  const told = useRef(onChange)
  told.current = onChange
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => {
      setSettled(text)
      told.current()
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text, settled])
  return settled
}
