import { useState } from 'react'
import { notePerson, type PersonForTeam, readPerson } from '#core/contract/people.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Moment } from '#web/ui/values.tsx'

/** What the team writes of somebody for itself. */
export function PersonNotes({ person: { notes, user } }: { person: PersonForTeam }) {
  const [text, setText] = useState('')
  const write = useApiMutation(notePerson, { refresh: [readPerson], onDone: () => setText('') })
  return (
    <section aria-labelledby="person-notes">
      <h3 id="person-notes">{m.desk_notes()}</h3>
      {notes.length > 0 && (
        <ul className="console__list">
          {notes.map(({ id, text: note, by, at }) => (
            <li key={id}>
              <span className="muted">
                {by} · <Moment at={at} />
              </span>
              <p className="console__prose">{note}</p>
            </li>
          ))}
        </ul>
      )}
      {write.isError && <ErrorNotice message={errorWords(write.error)} />}
      <form
        className="field"
        onSubmit={(event) => {
          event.preventDefault()
          write.mutate({ params: { id: String(user.id) }, body: { text } })
        }}
      >
        <label className="field__label" htmlFor="person-note">
          {m.desk_note()}
        </label>
        <p className="field__hint" id="person-note-hint">
          {m.desk_note_hint()}
        </p>
        <textarea
          id="person-note"
          className="input"
          rows={3}
          maxLength={2_000}
          aria-describedby="person-note-hint"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p className="actions">
          <Button type="submit" busy={write.isPending} disabled={text.trim() === ''}>
            {m.desk_note_add()}
          </Button>
        </p>
      </form>
    </section>
  )
}
