/** What the team writes for itself, the oldest first, and one more. */
import { useState } from 'react'
import type { TeamNote } from '#core/contract/dispute-desk.ts'
import { m } from '#messages/compiled/messages.js'
import './notes.css'
import { Button } from './button.tsx'
import { keyTarget } from './team-keys/team-keys.tsx'
import { Moment } from './values.tsx'

interface NotesProps {
  readonly notes: readonly TeamNote[]
  readonly isBusy: boolean
  /** `clear` empties the form once the note is stored: until then nothing that was typed is lost. */
  readonly onAdd: (text: string, clear: () => void) => void
}

export function Notes({ notes, isBusy, onAdd }: NotesProps) {
  const [text, setText] = useState('')
  return (
    <>
      {notes.length > 0 && (
        <ul className="notes">
          {notes.map(({ id, text: note, by, at }) => (
            <li key={id}>
              <span className="muted">
                {by} · <Moment at={at} />
              </span>
              <p className="notes__text">{note}</p>
            </li>
          ))}
        </ul>
      )}
      <form
        className="field notes__form"
        onSubmit={(event) => {
          event.preventDefault()
          onAdd(text, () => setText(''))
        }}
      >
        <label className="field__label" htmlFor="team-note">
          {m.desk_note()}
        </label>
        <p className="field__hint" id="team-note-hint">
          {m.desk_note_hint()}
        </p>
        <textarea
          id="team-note"
          {...keyTarget('n')}
          className="input"
          rows={3}
          maxLength={2_000}
          aria-describedby="team-note-hint"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p className="actions">
          <Button type="submit" busy={isBusy} disabled={text.trim() === ''}>
            {m.desk_note_add()}
          </Button>
        </p>
      </form>
    </>
  )
}
