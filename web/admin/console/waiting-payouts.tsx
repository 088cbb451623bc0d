/** Payouts that are held or did not go through: why, and what an Admin can do about each. */

import { Link } from 'react-router'
import {
  type AdminPayout,
  liftFreeze,
  listPayouts,
  releaseHold,
  resendPayout,
} from '#core/contract/payouts.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { heldText } from '#messages/payout-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { shortMoment } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { readSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Money } from '#web/ui/values.tsx'
import { DealLink } from './deal-link.tsx'
import { StatedOutcome, StateOutcome } from './payout-outcome.tsx'
import { ProposedTarget, ProposeTarget } from './payout-target.tsx'

export function WaitingPayouts() {
  const { data: payouts, error, refetch } = useApiQuery(listPayouts, { query: { page_size: 100 } })
  const isAdmin = readSession()?.user.user_type[0] === 'Admin'
  return (
    <section aria-labelledby="waiting-payouts">
      <h2 id="waiting-payouts">{m.admin_payouts()}</h2>
      {!payouts && error && <ErrorNotice message={errorWords(error)} onRetry={() => void refetch()} />}
      {!payouts && !error && <Skeleton bars={3} />}
      {payouts?.length === 0 && <p className="muted">{m.admin_payouts_none()}</p>}
      {payouts && payouts.length > 0 && (
        <ul className="console__list">
          {payouts.map((payout) => (
            <WaitingPayout key={payout.id} payout={payout} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
    </section>
  )
}

const refresh = [listPayouts]

function WaitingPayout({ payout, isAdmin }: { payout: AdminPayout; isAdmin: boolean }) {
  const resend = useApiMutation(resendPayout, { refresh })
  const release = useApiMutation(releaseHold, { refresh })
  const unfreeze = useApiMutation(liftFreeze, { refresh })
  const error = resend.error ?? release.error ?? unfreeze.error
  // another Admin's word lets it go then, and nothing else
  const isOwnerGone = payout.may_propose_target || payout.proposed_target !== null
  const until = payout.held_until ? shortMoment(Date.parse(payout.held_until)) : ''
  return (
    <li>
      <Money paise={payout.amount_paise} />{' '}
      <Link className="console__link" to={href(`/admin/people/${payout.user_id}`)}>
        {payout.name}
      </Link>
      {payout.destination && ` · ${payout.destination}`}
      {payout.bank_name && ` · ${payout.bank_name}`}
      {payout.form_pk && (
        <>
          {' · '}
          <DealLink formPk={payout.form_pk} />
        </>
      )}
      {payout.status === 'review' && (
        <p>{payout.may_resend || payout.own_report ? m.admin_payout_review() : m.admin_payout_unknown()}</p>
      )}
      <WhatHasLeft payout={payout} />
      {payout.own_report && <p>{m.admin_payout_own_report()}</p>}
      {payout.held_because.map((reason) => (
        <p key={reason}>{reason === 'no_target' ? m.admin_payout_no_target() : heldText(reason, until)}</p>
      ))}
      {payout.held_because.includes('four_eyes') && payout.approvals > 0 && (
        <p>{m.admin_payout_one_approval()}</p>
      )}
      {payout.stated_outcome && <StatedOutcome stated={payout.stated_outcome} isAdmin={isAdmin} />}
      {isAdmin && payout.may_state_outcome && <StateOutcome payoutId={payout.id} />}
      {payout.proposed_target && (
        <ProposedTarget payout={payout} proposal={payout.proposed_target} isAdmin={isAdmin} />
      )}
      {isAdmin && payout.may_propose_target && <ProposeTarget payout={payout} />}
      {error && <ErrorNotice message={errorWords(error)} />}
      {isAdmin && (
        <p className="actions">
          {payout.may_resend && (
            <Button busy={resend.isPending} onClick={() => resend.mutate({ params: { id: payout.id } })}>
              {m.admin_payout_resend()}
            </Button>
          )}
          {payout.may_release && !isOwnerGone && (
            <Button busy={release.isPending} onClick={() => release.mutate({ params: { id: payout.id } })}>
              {m.admin_payout_release()}
            </Button>
          )}
          {payout.frozen && (
            <Button
              busy={unfreeze.isPending}
              onClick={() => unfreeze.mutate({ params: { id: payout.user_id } })}
            >
              {m.admin_payout_unfreeze()}
            </Button>
          )}
        </p>
      )}
    </li>
  )
}

function WhatHasLeft({ payout: { status, amount_paise, part_paise, debited } }: { payout: AdminPayout }) {
  const [part, rest] = [formatPaiseShort(part_paise), formatPaiseShort(amount_paise - part_paise)]
  return (
    <>
      {status === 'sent' && !debited && <p>{m.admin_payout_sent()}</p>}
      {part_paise > 0 && <p>{m.payouts_part({ part, rest })}</p>}
      {debited && part_paise === 0 && <p>{m.refusal_payout_debited()}</p>}
    </>
  )
}
