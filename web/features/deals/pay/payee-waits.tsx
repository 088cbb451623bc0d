/** Why nobody can pay the deal now, for both; with the way on for the payee. */
import { Link } from 'react-router'
import type { Deal } from '#core/contract/deals.ts'
import type { PayeeWait } from '#core/payee-accounts.ts'
import { m } from '#messages/compiled/messages.js'
import { payeeWaitForPayer, payeeWaitText } from '#messages/payee-text.ts'
import { nameOf } from '#web/features/deals/words/people.ts'
import { shortMoment } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { Notice } from '#web/ui/notice.tsx'

const PAYEE_LINKS: Partial<Record<PayeeWait, () => string>> = {
  missing: m.payee_account_open,
  needs_clarification: m.payee_account_correct,
}

export function PayeeWaits({ deal }: { deal: Deal }) {
  if (deal.payments_paused)
    return (
      <Notice kind="plain" title={m.deal_pay_paused()}>
        <p>{m.deal_pay_paused_text()}</p>
      </Notice>
    )
  const waits = deal.payee_waits
  if (!waits) return null
  const until = deal.payee_ready_at ? shortMoment(Date.parse(deal.payee_ready_at), Date.parse(deal.now)) : ''
  if (deal.me !== 'payee')
    return (
      <Notice kind="plain">
        <p>{payeeWaitForPayer(waits, { name: nameOf(deal, 'payee'), until })}</p>
      </Notice>
    )
  return (
    <Notice kind="next" title={m.payee_account_not_yet()}>
      <p>{payeeWaitText(waits, { until })}</p>
      <p>
        <Link className="tap-target" to={href('/account#payee-account')}>
          {PAYEE_LINKS[waits]?.() ?? m.payee_account_see()}
        </Link>
      </p>
    </Notice>
  )
}
