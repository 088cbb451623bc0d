/** Who of the team looks after a deal, and what the team writes for itself. Neither party reads it. */
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
import { Notes } from '#web/ui/notes.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { keyTarget } from '#web/ui/team-keys/team-keys.tsx'

const refresh = [readDispute, listDisputes]

export function TeamNotes({ formPk, desk }: { formPk: string; desk: DeskCase }) {
  const params = { form_pk: formPk }
  const own = useApiMutation(ownDispute, { refresh })
  const write = useApiMutation(noteDispute, { refresh })
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
        <Button
          {...keyTarget('o')}
          busy={own.isPending}
          onClick={() => own.mutate({ params, body: { mine: !isMine } })}
        >
          {isMine ? m.desk_give_up() : m.desk_take()}
        </Button>
      </p>
      {error && <ErrorNotice message={errorWords(error)} />}
      <Notes
        notes={desk.notes}
        isBusy={write.isPending}
        onAdd={(text, clear) => write.mutate({ params, body: { text } }, { onSuccess: clear })}
      />
    </section>
  )
}
