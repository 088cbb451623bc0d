/** What one Admin has said of a payout waits for another, who confirms it or not; whoever said it may take it back. */
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

interface DecidingCall {
  readonly isPending: boolean
  readonly error: unknown
  mutate(call: { params: { id: string } }): void
}
interface SecondPersonProps {
  readonly said: { readonly id: string; readonly own: boolean }
  readonly isAdmin: boolean
  readonly confirm: DecidingCall
  readonly reject: DecidingCall
}

export function SecondPerson({ said: { id, own }, isAdmin, confirm, reject }: SecondPersonProps) {
  const error = confirm.error ?? reject.error
  const call = { params: { id } }
  return (
    <>
      {error && <ErrorNotice message={errorWords(error)} />}
      {isAdmin && (
        <p className="actions">
          {!own && (
            <Button busy={confirm.isPending} onClick={() => confirm.mutate(call)}>
              {m.admin_payout_confirm()}
            </Button>
          )}
          <Button kind="quiet" busy={reject.isPending} onClick={() => reject.mutate(call)}>
            {own ? m.admin_payout_take_back() : m.admin_payout_reject()}
          </Button>
        </p>
      )}
    </>
  )
}
