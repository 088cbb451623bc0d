/** What is accepted: the sum for this side, and whether the maker has changed the terms since the dialog was opened. */
import { useState } from 'react'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { movedTerms, ownSum } from '#web/features/deals/words/moved-terms.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Money } from '#web/ui/values.tsx'

/** What this party pays or receives by accepting: no other line of the page says it. */
export function AcceptedAmount({ deal }: { deal: Deal }) {
  // the deal is live: without the terms of the opening a new sum would stand there as if it had always been that one
  const [opened] = useState(deal)
  const change = movedTerms(opened, deal)
  return (
    <>
      {change && (
        <Notice kind="stop" title={m.deal_accept_terms_moved()} live>
          <p>{change}</p>
        </Notice>
      )}
      <dl className="shares">
        <div>
          <dt>{deal.me === 'payer' ? m.deal_accept_pay() : m.deal_accept_receive()}</dt>
          <dd>
            <Money paise={ownSum(deal)} />
          </dd>
        </div>
      </dl>
    </>
  )
}
