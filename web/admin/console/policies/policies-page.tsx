/** /admin/policies: the figures in force, a change that waits for a second Admin, a form for another, and all versions. */
import { listPolicies, type PolicyDesk } from '#core/contract/policies.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment } from '#web/ui/values.tsx'
import { FigureChanges } from './figure-changes.tsx'
import { PolicyForm } from './policy-form.tsx'
import { WaitingProposal } from './waiting-proposal.tsx'
import './policies.css'

export const meta = () => appMeta(m.policies_title())

const PoliciesPage = () => (
  <ConsolePage title={m.policies_title()} roles={['Admin']}>
    {() => <Policies />}
  </ConsolePage>
)

function Policies() {
  const read = useApiQuery(listPolicies, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={6} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { policy, proposal, versions } = read.data
  const [newest] = versions
  return (
    <>
      <p className="console__prose">{m.policies_text()}</p>
      {proposal && <WaitingProposal proposal={proposal} />}
      {/* stays while a colleague's change waits, with what was typed; a new version starts it anew */}
      <div hidden={proposal !== null}>
        <PolicyForm
          key={newest?.number}
          policy={policy}
          onTaken={() => {
            toast(m.policies_one_waits())
            void read.refetch()
          }}
        />
      </div>
      <h2>{m.policies_versions()}</h2>
      <ul className="console__list">
        {versions.map((version) => (
          <li key={version.number}>
            <Version version={version} isCurrent={version === newest} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Version({
  version: { number, from, by, approved_by, reason, changes },
  isCurrent,
}: {
  version: PolicyDesk['versions'][number]
  isCurrent: boolean
}) {
  return (
    <article aria-label={m.policies_version({ number: String(number) })}>
      <p>
        <strong>{m.policies_version({ number: String(number) })}</strong>
        {isCurrent && ` · ${m.policies_in_force()}`} · <Moment at={from} />
      </p>
      <p className="muted">
        {by && approved_by ? m.policies_by({ author: by, approver: approved_by }) : m.policies_by_file()}
      </p>
      {reason && <blockquote>{reason}</blockquote>}
      <FigureChanges changes={changes} />
    </article>
  )
}

export default PoliciesPage
