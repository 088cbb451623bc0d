/** What the team has of a deal beside what its parties see: owner, notes, people, related deals, files, ledger lines. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { readTeamDeal, type TeamDeal } from '#core/contract/deal-desk.ts'
import type { Deal } from '#core/contract/deals.ts'
import { readDispute } from '#core/contract/dispute-desk.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import { roleOf } from '#web/features/deals/words/people.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { useSession } from '#web/lib/hooks.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { Fold } from '#web/ui/fold.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { keyTarget, TeamKeys } from '#web/ui/team-keys/team-keys.tsx'
import { TransferLines } from '#web/ui/transfer-lines.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import './desk.css'
import { FileViewer } from './file-viewer.tsx'
import { TeamNotes } from './team-notes.tsx'

export function TeamPanel({ deal }: { deal: Deal }) {
  const [role] = useSession()?.user.user_type ?? []
  const params = { form_pk: deal.form_pk }
  const read = useApiQuery(readTeamDeal, { params })
  const desk = useApiQuery(readDispute, { params })
  const failed = [read, desk].find(({ isError }) => isError)
  return (
    <Fold id="deal-team" title={m.team_deal()} open>
      <TeamKeys isAdmin={role === 'Admin'} />
      {failed?.error && (
        <ErrorNotice message={errorWords(failed.error)} onRetry={() => void failed.refetch()} />
      )}
      {deal.status === 'mediation' && (
        <p>
          <Link className="button" to={href(`/admin/disputes/${deal.form_pk}`)} {...keyTarget('d')}>
            {m.team_deal_decide()}
          </Link>
        </p>
      )}
      {desk.data && <TeamNotes formPk={deal.form_pk} desk={desk.data} />}
      {read.isPending && <Skeleton bars={4} />}
      {read.data && <Facts deal={deal} facts={read.data} />}
    </Fold>
  )
}

const SHARED = {
  number: m.person_same_number,
  target: m.person_same_target,
  device: m.person_same_device,
} as const

type TeamParty = NonNullable<TeamDeal['payer']>

const PersonLink = ({ person: { id, name } }: { person: Pick<TeamParty, 'id' | 'name'> }) => (
  <Link className="team__link" to={href(`/admin/people/${id}`)}>
    {name}
  </Link>
)

function Facts({ deal, facts }: { deal: Deal; facts: TeamDeal }) {
  const { related, transfers } = facts
  return (
    <>
      <dl className="deal__rows">
        {(['payer', 'payee'] as const).map((party) => (
          <div key={party}>
            <dt>{roleOf(deal, party)}</dt>
            <dd>{facts[party] ? <Known party={facts[party]} /> : m.team_deal_nobody()}</dd>
          </div>
        ))}
      </dl>
      <Part title={m.team_deal_related()} isEmpty={related.length === 0}>
        <ul className="deal__list">
          {related.map((row) => (
            <li key={row.form_pk}>
              <Link className="team__link" to={href(`/deals/${row.form_pk}`)}>
                {row.product}
              </Link>{' '}
              <Money paise={row.amount_paise} /> · {statusName(row.status)} · <Moment at={row.created_at} />
            </li>
          ))}
        </ul>
      </Part>
      <h3>{m.deal_proof()}</h3>
      <FileViewer deal={deal} />
      <Part title={m.team_deal_ledger()} isEmpty={transfers.length === 0}>
        <TransferLines transfers={transfers} />
      </Part>
    </>
  )
}

const Known = ({ party }: { party: TeamParty }) => (
  <>
    <PersonLink person={party} />
    {party.sharing.map((other) => (
      <p key={`${other.what}-${other.id}`}>
        {SHARED[other.what]()} <PersonLink person={other} />
      </p>
    ))}
  </>
)

interface TeamPartProps {
  readonly title: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

const Part = ({ title, isEmpty, children }: TeamPartProps) => (
  <>
    <h3>{title}</h3>
    {isEmpty ? <p className="muted">{m.team_deal_none()}</p> : children}
  </>
)
