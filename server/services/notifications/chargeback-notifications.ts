/** That a payment is disputed at a bank, by when evidence is taken, and how it ended: to the team. */
import { dealLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { formatMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import type { ChargebackRow } from '#server/repositories/chargebacks.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import type { Ctx } from '#server/services/context.ts'
import { participantsOf } from '#server/services/deal/participants.ts'
import { deliver, teamOf } from './deliver.ts'

const HEADLINES = {
  open: m.email_chargeback_open,
  under_review: m.email_chargeback_open,
  closed: m.email_chargeback_closed,
  won: m.email_chargeback_won,
  lost: m.email_chargeback_lost,
} as const

/** Once for its beginning and once for each end. */
export async function notifyOfChargeback(
  ctx: Ctx,
  deal: DealRow,
  { provider, dispute_id, state, amount_paise, respond_by, ended_at }: ChargebackRow,
): Promise<void> {
  const [participants, team] = await Promise.all([participantsOf(ctx, deal), teamOf(ctx)])
  const contentIn = (locale: Locale) => {
    const headline = HEADLINES[state]({ amount: formatPaiseShort(amount_paise) }, { locale })
    const date = respond_by && formatMoment(respond_by.getTime(), locale)
    const clock = date ? [m.email_chargeback_respond_by({ date }, { locale })] : []
    const line = { title: participants.title, amount: formatPaiseShort(participants.amountPaise) }
    return {
      headline,
      subject: headline.replace(/[.।]$/, ''),
      body: ended_at ? [] : [...clock, m.email_chargeback_evidence({}, { locale })],
      about: m.email_deal_line(line, { locale }),
      link: dealLink(participants.publicUrl, locale, participants.dealId),
      linkLabel: m.email_open({}, { locale }),
    }
  }
  await deliver(
    ctx,
    team.map(({ person }) => ({
      key: `chargeback:${provider}:${dispute_id}:${ended_at ? state : 'open'}`,
      kind: 'stray',
      person,
      dealId: deal.id,
      contentIn,
      notBefore: null,
    })),
  )
}
