/** A statement that waits: whoever brought it withdraws it, another Admin refuses it and says why. */
import { useState } from 'react'
import { teamDesks } from '#core/contract/home.ts'
import { dropStatement, type ListedStatement, listStatements } from '#core/contract/statements.ts'
import { m } from '#messages/compiled/messages.js'
import { NoteField, useNote } from '#web/admin/console/note-field.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

export function DropStatement({ row }: { row: ListedStatement }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {row.mine ? m.statements_withdraw() : m.statements_refuse()}
      </Button>
      {isAsking && <AskDrop row={row} onClose={() => setAsking(false)} />}
    </>
  )
}

function AskDrop({ row: { id, mine, file_name: file, uploaded_by: name }, onClose }: AskDropProps) {
  const { note, attempt, field, summary } = useNote({ least: mine ? 0 : 3 })
  const drop = useApiMutation(dropStatement, {
    refresh: [listStatements, teamDesks],
    onDone: () => {
      toast(m.statements_dropped())
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      title={mine ? m.statements_withdraw_title({ file }) : m.statements_refuse_title({ file })}
      verb={mine ? m.statements_withdraw() : m.statements_refuse()}
      kind="stop"
      busy={drop.isPending}
      error={drop.isError ? errorWords(drop.error) : null}
      onConfirm={() => attempt(() => drop.mutate({ params: { id }, body: { note } }))}
      onClose={onClose}
    >
      <p>{mine ? m.statements_withdraw_text() : m.statements_refuse_text({ name })}</p>
      <NoteField field={field} summary={summary} label={m.statements_drop_note()} optional={mine} />
    </ConfirmDialog>
  )
}

interface AskDropProps {
  readonly row: ListedStatement
  readonly onClose: () => void
}
