/** Who of the team looks after a deal, and what the team writes for itself. Neither party reads it. */
import { useState } from 'react'
import {
  type DeskCase,
  listDisputes,
  noteDispute,
  ownDispute,
  readDispute,
} from '#core/contract/dispute-desk.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Moment } from '#web/ui/values.tsx'

const refresh = [readDispute, listDisputes]

export function TeamNotes({ formPk, desk }: { formPk: string; desk: DeskCase }) {
  const [text, setText] = useState('')
  const params = { form_pk: formPk }
  const own = useApiMutation(ownDispute, { refresh })
  const write = useApiMutation(noteDispute, { refresh, onDone: () => setText('') })
  const error = own.error ?? write.error
  const isMine = desk.owner?.mine === true
  return (
    <section className="case__panel" aria-labelledby="case-notes">
      <h2 id="case-notes">{m.desk_notes()}</h2>
      <p>
        {desk.owner
          ? isMine
            ? m.desk_owner_you()
            : m.desk_owner({ name: desk.owner.name })
          : m.desk_owner_none()}
      </p>
      <p className="actions">
        <Button busy={own.isPending} onClick={() => own.mutate({ params, body: { mine: !isMine } })}>
          {isMine ? m.desk_give_up() : m.desk_take()}
        </Button>
      </p>
      {desk.notes.length > 0 && (
        <ul className="deal__list">
          {desk.notes.map(({ id, text: note, by, at }) => (
            <li key={id}>
              <p className="muted">
                {by} · <Moment at={at} />
              </p>
              <p className="deal__text">{note}</p>
            </li>
          ))}
        </ul>
      )}
      {error && <ErrorNotice message={errorWords(error)} />}
      <form
        className="field"
        onSubmit={(event) => {
          event.preventDefault()
          write.mutate({ params, body: { text } })
        }}
      >
        <label className="field__label" htmlFor="case-note">
          {m.desk_note()}
        </label>
        <p className="field__hint" id="case-note-hint">
          {m.desk_note_hint()}
        </p>
        <textarea
          id="case-note"
          className="input"
          rows={3}
          maxLength={2_000}
          aria-describedby="case-note-hint"
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
