import { notePerson, type PersonForTeam, readPerson } from '#core/contract/people.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Notes } from '#web/ui/notes.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

/** What the team writes of somebody for itself. */
export function PersonNotes({ person: { notes, user } }: { person: PersonForTeam }) {
  const write = useApiMutation(notePerson, { refresh: [readPerson] })
  return (
    <section aria-labelledby="person-notes">
      <h3 id="person-notes">{m.desk_notes()}</h3>
      {write.isError && <ErrorNotice message={errorWords(write.error)} />}
      <Notes
        notes={notes}
        isBusy={write.isPending}
        onAdd={(text, clear) =>
          write.mutate({ params: { id: String(user.id) }, body: { text } }, { onSuccess: clear })
        }
      />
    </section>
  )
}
