/** What has become of "I have paid": for whoever said it, and for the other side. */

import type { Deal } from '#core/contract/deals.ts'
import type { PaymentClaim } from '#core/contract/payment-claim.ts'
import { m } from '#messages/compiled/messages.js'
import { nameOf } from '#web/features/deals/words/people.ts'
import { shortMoment } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'

const untilOf = ({ look_until, at }: PaymentClaim): string => shortMoment(Date.parse(look_until ?? at))

export function OwnClaim({ claim }: { claim: PaymentClaim }) {
  const utr = claim.utr ?? ''
  if (claim.state === 'found')
    return (
      <Notice kind="arrived" title={m.deal_claim_found()} live>
        <p>{m.deal_claim_found_text({ utr })}</p>
      </Notice>
    )
  if (claim.state === 'not_found')
    return (
      <Notice kind="next" title={m.deal_claim_unseen()} live>
        <p>{m.deal_claim_unseen_text({ utr })}</p>
      </Notice>
    )
  return (
    <Notice kind="plain" title={m.deal_claim_checking()} live>
      <p>{m.deal_claim_checking_text({ utr, until: untilOf(claim) })}</p>
    </Notice>
  )
}

/** Where the payment itself is not shown: the other side, the team, and the payer once it is there or the deal is over. */
export function ClaimNote({ deal, claim }: { deal: Deal; claim: PaymentClaim }) {
  if (claim.utr !== null) return <OwnClaim claim={claim} />
  const words = { name: nameOf(deal, 'payer') }
  const unseen = <p>{m.deal_claim_payee_unseen()}</p>
  return (
    <Notice kind="plain" title={m.deal_claim_payee(words)}>
      {claim.state === 'not_found' ? unseen : <p>{m.deal_claim_payee_text({ until: untilOf(claim) })}</p>}
    </Notice>
  )
}
