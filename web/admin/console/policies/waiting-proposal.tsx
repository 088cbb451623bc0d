/** A change of the policy that waits: another Admin than its author approves it. */
import { useState } from 'react'
import { teamDesks } from '#core/contract/home.ts'
import { approvePolicy, listPolicies, type PolicyDesk, rejectPolicy } from '#core/contract/policies.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment } from '#web/ui/values.tsx'
import { FigureChanges } from './figure-changes.tsx'
import { SentencePreview } from './sentence-preview.tsx'

const refresh = [listPolicies, teamDesks]

interface WaitingProposalProps {
  readonly proposal: NonNullable<PolicyDesk['proposal']>
}

export function WaitingProposal({ proposal }: WaitingProposalProps) {
  const { id, by, at, reason, mine, outdated, changes } = proposal
  const [isAsking, setAsking] = useState(false)
  const reject = useApiMutation(rejectPolicy, { refresh, onDone: () => toast(m.policies_rejected()) })
  return (
    <section className="policy-proposal">
      <h2>{m.policies_waits({ name: by })}</h2>
      <p className="muted">
        <Moment at={at} />
      </p>
      <blockquote>{reason}</blockquote>
      <FigureChanges changes={changes} />
      {!outdated && (
        <SentencePreview figures={Object.fromEntries(changes.map(({ path, after }) => [path, after]))} />
      )}
      {outdated ? (
        <p role="alert">{m.policies_outdated()}</p>
      ) : (
        <p className="muted">{mine ? m.policies_waits_mine() : m.policies_one_waits()}</p>
      )}
      {reject.error && <ErrorNotice message={errorWords(reject.error)} />}
      <p className="actions">
        {!mine && !outdated && (
          <Button kind="next" disabled={reject.isPending} onClick={() => setAsking(true)}>
            {m.policies_approve()}
          </Button>
        )}
        <Button busy={reject.isPending} onClick={() => reject.mutate({ params: { id } })}>
          {mine ? m.policies_take_back() : m.policies_reject()}
        </Button>
      </p>
      {isAsking && <AskApproval proposal={proposal} onClose={() => setAsking(false)} />}
    </section>
  )
}

interface AskApprovalProps extends WaitingProposalProps {
  readonly onClose: () => void
}

/** Asked once, beside what changes: figures of money are in force from the press on. */
function AskApproval({ proposal: { id, changes }, onClose }: AskApprovalProps) {
  const approve = useApiMutation(approvePolicy, {
    refresh,
    onDone: ({ number }) => toast(m.policies_approved({ number: String(number) })),
  })
  return (
    <ConfirmDialog
      opened
      title={m.policies_approve_title()}
      verb={m.policies_approve()}
      busy={approve.isPending}
      error={approve.isError ? errorWords(approve.error) : null}
      onConfirm={() => approve.mutate({ params: { id } })}
      onClose={onClose}
    >
      <FigureChanges changes={changes} />
      <p>{m.policies_approve_text()}</p>
    </ConfirmDialog>
  )
}
