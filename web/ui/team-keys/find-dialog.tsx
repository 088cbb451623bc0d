/** Goes to any page, deal or person: the arrow keys choose, Enter goes. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { gridUsers } from '#core/contract/admin.ts'
import { gridTransactions } from '#core/contract/deal-grid.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { pagesFor } from './console-pages.ts'

interface GoTo {
  readonly kind: string
  readonly label: string
  readonly path: string
}

interface FindDialogProps {
  readonly isAdmin: boolean
  readonly onClose: () => void
}

const SHORTEST = 3
/** Each search is written down: not one for every letter. */
const PAUSE_MS = 250
const MOST = 6

export function FindDialog({ isAdmin, onClose }: FindDialogProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  // a dialog that opens gives the focus to its first button, which is the one that closes it
  useEffect(() => field.current?.focus(), [])
  const { places, error, isAsking } = usePlaces(text.trim(), isAdmin)
  const chosen = Math.min(at, places.length - 1)
  const go = (place: GoTo | undefined) => {
    if (!place) return
    onClose()
    void navigate(href(place.path))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt(Math.max(0, Math.min(chosen + step, places.length - 1)))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(places[chosen])
    }
  }
  return (
    <Dialog opened title={m.keys_go()} onClose={onClose}>
      <label className="field">
        <span className="field__hint">{m.keys_hint()}</span>
        <input
          className="input"
          type="text"
          role="combobox"
          aria-label={m.keys_go()}
          aria-expanded={places.length > 0}
          aria-controls="keys-results"
          aria-activedescendant={places.length > 0 ? `keys-result-${chosen}` : undefined}
          autoComplete="off"
          ref={field}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {error && <ErrorNotice message={errorWords(error)} />}
      <p className="muted" role="status">
        {places.length === 0 && !isAsking && !error && m.keys_none({ text: text.trim() })}
      </p>
      <div id="keys-results" className="keys__results" role="listbox" aria-label={m.keys_results()}>
        {places.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus, and its keys choose
          <div
            key={place.path}
            id={`keys-result-${index}`}
            className="keys__result"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => go(place)}
          >
            {place.label} <span className="muted">{place.kind}</span>
          </div>
        ))}
      </div>
    </Dialog>
  )
}

function usePlaces(text: string, isAdmin: boolean) {
  const search = useAfterPause(text)
  const query = { search, page_size: MOST }
  const isLong = search.length >= SHORTEST
  const deals = useApiQuery(gridTransactions, { query }, { enabled: isLong })
  const people = useApiQuery(gridUsers, { query }, { enabled: isLong && isAdmin })
  const pages = pagesFor(isAdmin)
    .flat()
    .flatMap(([path, label]): GoTo[] =>
      label().toLowerCase().includes(text.toLowerCase())
        ? [{ kind: m.keys_page(), label: label(), path }]
        : [],
    )
  const places: GoTo[] = [
    ...pages,
    ...(isLong ? (deals.data ?? []) : []).map((deal) => ({
      kind: m.keys_deal(),
      label: `${deal.service_details || deal.form_pk} · ${deal.payer_first_name} → ${deal.payee_name}`,
      path: `/deals/${deal.form_pk}`,
    })),
    ...(isLong ? (people.data ?? []) : []).map((person) => ({
      kind: m.keys_person(),
      label: `${person.first_name} ${person.last_name} · ${person.phone_number}`,
      path: `/admin/people/${person.id}`,
    })),
  ]
  // until the pause is over the answer is of the text before
  const isAsking = search !== text || deals.isFetching || people.isFetching
  return { places, error: deals.error ?? people.error, isAsking }
}

function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
