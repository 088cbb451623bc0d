/** A change of the policy that waits: another Admin than its author approves it. */
import { approvePolicy, listPolicies, type PolicyDesk, rejectPolicy } from '#core/contract/policies.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment } from '#web/ui/values.tsx'
import { FigureChanges } from './figure-changes.tsx'
import { SentencePreview } from './sentence-preview.tsx'

const refresh = [listPolicies]

export function WaitingProposal({ proposal }: { proposal: NonNullable<PolicyDesk['proposal']> }) {
  const { id, by, at, reason, mine, outdated, changes } = proposal
  const approve = useApiMutation(approvePolicy, {
    refresh,
    onDone: ({ number }) => toast(m.policies_approved({ number: String(number) })),
  })
  const reject = useApiMutation(rejectPolicy, { refresh, onDone: () => toast(m.policies_rejected()) })
  const error = approve.error ?? reject.error
  const input = { params: { id } }
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
      {error && <ErrorNotice message={errorWords(error)} />}
      <p className="actions">
        {!mine && !outdated && (
          <Button
            kind="next"
            busy={approve.isPending}
            disabled={reject.isPending}
            onClick={() => approve.mutate(input)}
          >
            {m.policies_approve()}
          </Button>
        )}
        <Button busy={reject.isPending} disabled={approve.isPending} onClick={() => reject.mutate(input)}>
          {mine ? m.policies_take_back() : m.policies_reject()}
        </Button>
      </p>
    </section>
  )
}
