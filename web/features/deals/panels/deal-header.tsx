import { Link } from 'react-router'
import type { Deal } from '#core/contract/deals.ts'
import { isTerminal, type Party } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { isTakenBack } from '#web/features/deals/words/events.ts'
import { nameOf, otherSide, roleOf, titleOf } from '#web/features/deals/words/people.ts'
import { href } from '#web/lib/locale.ts'
import type { DealOutline } from '#web/lib/offline-copy.ts'
import { partOfAmount } from '#web/lib/part-of-amount.ts'
import { payoutWaits } from '#web/lib/waiting-words.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { MoneyLine } from '#web/ui/money-line.tsx'

/** Where the operator withholds tax. */
const WithheldTax = lazyWithRetry(async () => (await import('#web/ui/withheld-tax.tsx')).WithheldTax, {
  bars: 2,
})

const PARTIES: readonly Party[] = ['payer', 'payee']

/** What the deal is about, with whom, and where the ledger has its money. */
export function DealHeader({ deal }: { deal: DealOutline & Pick<Deal, 'withheld'> }) {
  const { money } = deal
  return (
    <>
      <p className="deal__breadcrumb">
        {deal.me === 'team' ? (
          <Link to={href('/admin_dashboard')}>{m.admin_title()}</Link>
        ) : (
          <Link to={href('/deals')}>{m.nav_my_deals()}</Link>
        )}
        {deal.me !== 'team' && (
          <span className="muted">{m.deal_with({ name: nameOf(deal, otherSide(deal)) })}</span>
        )}
      </p>
      <h1 className="deal__title">{titleOf(deal)}</h1>
      {!isTakenBack(deal) && (
        <MoneyLine
          payer={participant(deal, 'payer')}
          payee={participant(deal, 'payee')}
          amountPaise={money.amount_paise}
          heldPaise={money.held_paise}
          payeePaise={partOfAmount(deal, 'payee')}
          payerPaise={partOfAmount(deal, 'payer')}
          onTheWay={PARTIES.filter((party) => !deal.paid_out[party])}
          waits={payoutWaits(deal)}
          commissionPaise={money.commission_paise}
          closed={isTerminal(deal.status)}
          strayPaise={money.stray_paise.payer}
        />
      )}
      {deal.withheld && <WithheldTax deal={deal} />}
      {deal.set_off_paise !== undefined && (
        <p>{m.deal_set_off({ amount: formatPaiseShort(deal.set_off_paise) })}</p>
      )}
    </>
  )
}

const participant = (deal: DealOutline, party: Party) => ({
  role: deal.me === party ? m.deal_role_you({ role: roleOf(deal, party) }) : roleOf(deal, party),
  name: nameOf(deal, party),
  isYou: deal.me === party,
})
