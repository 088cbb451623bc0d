import { Link } from 'react-router'
import type { Deal } from '../../../../core/contract/deals.ts'
import { isTerminal, type Party } from '../../../../core/lifecycle/states.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { href } from '../../../lib/locale.ts'
import { MoneyLine } from '../../../ui/money-line.tsx'
import { nameOf, otherSide, roleOf, titleOf } from '../words/people.ts'
import { rulesOf } from '../words/rules.ts'

/** What the deal is about, with whom, and where its money is by the ledger. */
export function Head({ deal }: { deal: Deal }) {
  const { money } = deal
  return (
    <>
      <p className="deal__kicker">
        {deal.me === 'team' ? (
          <Link to={href('/admin_dashboard')}>{m.admin_title()}</Link>
        ) : (
          <Link to={href('/deals')}>{m.nav_my_deals()}</Link>
        )}
        {deal.me !== 'team' && (
          <span className="soft">{m.deal_with({ name: nameOf(deal, otherSide(deal)) })}</span>
        )}
      </p>
      <h1 className="deal__title">{titleOf(deal)}</h1>
      <MoneyLine
        payer={seat(deal, 'payer')}
        payee={seat(deal, 'payee')}
        amountPaise={money.amount_paise}
        heldPaise={money.held_paise}
        payeePaise={money.payee_paise - feeBack(deal, 'payee')}
        payerPaise={money.payer_paise - feeBack(deal, 'payer')}
        commissionPaise={money.commission_paise}
        closed={isTerminal(deal.status)}
      />
    </>
  )
}

/** A dispute fee that came back is not the deal's money: it has its own line with the dispute. */
const feeBack = (deal: Deal, party: Party): number =>
  deal.dispute?.fees[party] === 'returned' ? rulesOf(deal).disputeFeePaise : 0

const seat = (deal: Deal, party: Party) => ({
  role: deal.me === party ? m.deal_role_you({ role: roleOf(deal, party) }) : roleOf(deal, party),
  name: nameOf(deal, party),
  isYou: deal.me === party,
})
