/** Typed here, and taken into the address after a pause. */
import { useEffect, useRef, useState } from 'react'
import { m } from '#messages/compiled/messages.js'
import { useDebouncedValue } from '#web/lib/hooks.ts'
import type { GridView } from './grid-view.ts'

export function SearchField({ view, hint }: { view: GridView; hint: string }) {
  const [typed, setTyped] = useState(view.search)
  const search = useDebouncedValue(typed)
  const latest = useRef(view)
  latest.current = view
  useEffect(() => {
    if (search !== latest.current.search) latest.current.set({ search })
  }, [search])
  return (
    <label>
      <span className="field__label">{m.admin_search()}</span>
      <input
        className="input"
        type="search"
        value={typed}
        placeholder={hint}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  )
}
