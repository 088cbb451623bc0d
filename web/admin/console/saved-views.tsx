/** Views that a person has given a name: each is an address, kept in this browser, and can be sent to a colleague. */
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { queryOf, readViews, type SavedView, storeViews } from './saved-view-store.ts'

interface SavedViewsProps {
  /** The grid's: its views are kept under it. */
  readonly id: string
  /** What of the address is the grid's. */
  readonly names: readonly string[]
}

const focus = (input: HTMLInputElement | null): void => input?.focus()

export function SavedViews({ id, names }: SavedViewsProps) {
  const [views, setViews] = useState(() => readViews(id))
  const [name, setName] = useState<string | null>(null)
  const [params] = useSearchParams()
  const query = queryOf(params, names)
  const keep = (next: readonly SavedView[]) => setViews(storeViews(id, next))
  return (
    <>
      {views.map((view) => (
        <span key={view.name} className="console__saved">
          <Link
            className="button"
            preventScrollReset
            aria-current={view.query === query ? 'page' : undefined}
            to={`${href('/admin_dashboard')}?${view.query}`}
          >
            {view.name}
          </Link>
          <Button
            kind="quiet"
            aria-label={m.grid_view_forget_name({ name: view.name })}
            onClick={() => keep(views.filter((other) => other !== view))}
          >
            {m.grid_view_forget()}
          </Button>
        </span>
      ))}
      {name === null ? (
        query !== '' &&
        !views.some((view) => view.query === query) && (
          <Button onClick={() => setName('')}>{m.grid_view_save()}</Button>
        )
      ) : (
        <form
          className="actions"
          onSubmit={(event) => {
            event.preventDefault()
            const given = name.trim()
            if (given !== '') keep([...views.filter((view) => view.name !== given), { name: given, query }])
            setName(null)
          }}
        >
          <label>
            <span className="field__label">{m.grid_view_name()}</span>
            <input
              ref={focus}
              className="input"
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Escape' && setName(null)}
            />
          </label>
          <Button type="submit">{m.grid_view_keep()}</Button>
        </form>
      )}
    </>
  )
}
