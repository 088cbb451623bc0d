/** What an Admin does about a person: each with a reason, each asked once more. */
import { useState } from 'react'
import { liftFreeze } from '#core/contract/payouts.ts'
import {
  blockPerson,
  endSessionsOf,
  erasePerson,
  type PersonForTeam,
  readPerson,
  unblockPerson,
} from '#core/contract/people.ts'
import { m } from '#messages/compiled/messages.js'
import { NoteField, useNote } from '#web/admin/console/note-field.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'

const ACTIONS = {
  block: { endpoint: blockPerson, verb: m.person_block, text: m.person_block_text },
  unblock: { endpoint: unblockPerson, verb: m.person_unblock, text: m.person_unblock_text },
  sessions: { endpoint: endSessionsOf, verb: m.person_end_sessions, text: m.person_end_sessions_text },
  erase: { endpoint: erasePerson, verb: m.person_erase, text: m.person_erase_text },
} as const
type PersonAction = keyof typeof ACTIONS

export function PersonActions({ person }: { person: PersonForTeam }) {
  const unfreeze = useApiMutation(liftFreeze, { refresh: [readPerson], onDone: () => toast(m.person_done()) })
  const [action, setAction] = useState<PersonAction | null>(null)
  const offered: readonly PersonAction[] = [person.blocked ? 'unblock' : 'block', 'sessions', 'erase']
  return (
    <section aria-labelledby="person-actions">
      <h3 id="person-actions">{m.person_actions()}</h3>
      <p className="actions">
        {offered.map((name) => (
          <Button key={name} onClick={() => setAction(name)}>
            {ACTIONS[name].verb()}
          </Button>
        ))}
        {person.payouts_frozen_at && (
          <Button
            busy={unfreeze.isPending}
            onClick={() => unfreeze.mutate({ params: { id: person.user.id } })}
          >
            {m.admin_payout_unfreeze()}
          </Button>
        )}
      </p>
      {unfreeze.isError && <ErrorNotice message={errorWords(unfreeze.error)} />}
      {action && <AskAction person={person} action={action} onClose={() => setAction(null)} />}
    </section>
  )
}

interface AskActionProps {
  readonly person: PersonForTeam
  readonly action: PersonAction
  readonly onClose: () => void
}

function AskAction({ person, action, onClose }: AskActionProps) {
  const { note: reason, attempt, field, summary } = useNote()
  const { endpoint, verb, text } = ACTIONS[action]
  const change = useApiMutation(endpoint, {
    refresh: [readPerson],
    onDone: () => {
      toast(m.person_done())
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      title={verb()}
      verb={verb()}
      kind={action === 'unblock' ? 'next' : 'stop'}
      final={action === 'erase'}
      busy={change.isPending}
      error={change.isError ? errorWords(change.error) : null}
      onConfirm={() =>
        attempt(() => change.mutate({ params: { id: String(person.user.id) }, body: { reason } }))
      }
      onClose={onClose}
    >
      <p>{text()}</p>
      <NoteField field={field} summary={summary} label={m.person_reason()} hint={m.person_reason_hint()} />
    </ConfirmDialog>
  )
}
