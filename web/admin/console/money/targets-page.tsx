/** /admin/targets: where money is to go and no name speaks for it; two Admins approve each, or one refuses it. */

import {
  approveTarget,
  listTargetChecks,
  refuseTarget,
  type UncheckedTarget,
} from '#core/contract/target-checks.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { NoteField, useNote } from '#web/admin/console/note-field.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import './money.css'

export const meta = () => appMeta(m.targets_title())

const refresh = [listTargetChecks]
const APPROVALS_NEEDED = 2

const TargetsPage = () => (
  <ConsolePage title={m.targets_title()} roles={['Admin']}>
    {() => <Targets />}
  </ConsolePage>
)

function Targets() {
  const read = useApiQuery(listTargetChecks, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  if (read.data.length === 0) return <EmptyState title={m.targets_none()} />
  return (
    <>
      <p className="console__prose">{m.targets_text()}</p>
      <ListCsv
        rows={read.data}
        columns={['name', 'business_name', 'address', 'bank_name', 'created_at', 'waiting_paise']}
        file="targets.csv"
      />
      <ul className="console__list">
        {read.data.map((target) => (
          <li key={target.id}>
            <Target target={target} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Target({ target }: { target: UncheckedTarget }) {
  return (
    <article aria-label={`${target.name} ${target.address}`}>
      <h2>{[target.name, target.business_name].filter(Boolean).join(' · ')}</h2>
      <p>
        <strong>{target.address}</strong> ·{' '}
        {target.bank_name === null
          ? m.targets_bank_silent()
          : m.targets_bank_name({ name: target.bank_name })}
      </p>
      <p className="muted">
        {m.targets_since()} <Moment at={target.created_at} />
        {target.shared_with > 0 && ` · ${m.targets_shared({ count: String(target.shared_with) })}`}
      </p>
      {target.waiting_paise > 0 && (
        <p>
          {m.targets_waiting()} <Money paise={target.waiting_paise} />
        </p>
      )}
      {target.approvals.map(({ by, note, at }) => (
        <blockquote key={at}>
          {m.targets_approved_by({ name: by })} · <Moment at={at} />
          <br />
          {note}
        </blockquote>
      ))}
      {target.mine ? <p className="muted">{m.targets_mine()}</p> : <Verdict target={target} />}
    </article>
  )
}

function Verdict({ target: { id } }: { target: UncheckedTarget }) {
  const { note, attempt, field, summary } = useNote()
  const approve = useApiMutation(approveTarget, {
    refresh,
    onDone: ({ approvals }) =>
      toast(approvals >= APPROVALS_NEEDED ? m.targets_cleared() : m.targets_approved()),
  })
  const refuse = useApiMutation(refuseTarget, { refresh, onDone: () => toast(m.targets_refused()) })
  const error = approve.error ?? refuse.error
  const input = { params: { id }, body: { note } }
  return (
    <>
      <NoteField field={field} summary={summary} label={m.targets_note()} hint={m.targets_note_hint()} />
      {error && <ErrorNotice message={errorWords(error)} />}
      <p className="actions">
        <Button
          kind="next"
          busy={approve.isPending}
          disabled={refuse.isPending}
          onClick={() => attempt(() => approve.mutate(input))}
        >
          {m.targets_approve()}
        </Button>
        <Button
          busy={refuse.isPending}
          disabled={approve.isPending}
          onClick={() => attempt(() => refuse.mutate(input))}
        >
          {m.targets_refuse()}
        </Button>
      </p>
    </>
  )
}

export default TargetsPage
