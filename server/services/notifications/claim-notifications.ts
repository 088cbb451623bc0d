/** Messages about "I have paid": to the other side when it is said, to whoever said it and the team when no line shows it. */

import { otherParty } from '#core/lifecycle/states.ts'
import { dealLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { formatMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import type { DealRow } from '#server/repositories/deals.ts'
import type { UnseenClaim } from '#server/repositories/payment-claims.ts'
import type { PayInRow } from '#server/repositories/payments.ts'
import type { Ctx } from '#server/services/context.ts'
import {
  type DealParticipants,
  type Participant,
  participantsOf,
} from '#server/services/deal/participants.ts'
import { deliver, teamOf } from './deliver.ts'
import type { MessageContent, OutgoingMessage } from './outgoing-message.ts'

interface ClaimText {
  readonly headline: string
  readonly body: string[]
}

function contentOf(deal: DealParticipants, locale: Locale, text: ClaimText): MessageContent {
  const line = { title: deal.title, amount: formatPaiseShort(deal.amountPaise) }
  return {
    ...text,
    subject: text.headline.replace(/[.।]$/, ''),
    about: m.email_deal_line(line, { locale }),
    link: dealLink(deal.publicUrl, locale, deal.dealId),
    linkLabel: m.email_open({}, { locale }),
  }
}

type ClaimMessage = Pick<OutgoingMessage, 'key' | 'kind'> & { readonly text: (locale: Locale) => ClaimText }

const messageTo =
  (deal: DealParticipants, { key, kind, text }: ClaimMessage) =>
  (person: Participant): OutgoingMessage => ({
    ...{ key, kind, person, dealId: deal.dealId, notBefore: null },
    contentIn: (locale) => contentOf(deal, locale, text(locale)),
  })

/** To the other side, whose deal waits for it; once for a pay-in, however many numbers its payer names. */
export async function notifyOfClaim(
  ctx: Ctx,
  deal: DealRow,
  { payIn, lookUntil }: { payIn: PayInRow; lookUntil: number },
): Promise<void> {
  const participants = await participantsOf(ctx, deal)
  const { name } = participants[payIn.party]
  const isFee = payIn.purpose === 'fee'
  const [sentence, next] = isFee
    ? [m.email_fee_claimed, m.email_fee_claimed_next]
    : [m.email_payment_claimed, m.email_payment_claimed_next]
  const amount = formatPaiseShort(payIn.amount_paise)
  const message = messageTo(participants, {
    key: `claim:${payIn.id}`,
    kind: 'payment_claimed',
    text: (locale) => ({
      headline: sentence({ name, amount }, { locale }),
      body: [next({ until: formatMoment(lookUntil, locale) }, { locale })],
    }),
  })
  await deliver(ctx, [message(participants[otherParty(payIn.party)])])
}

export async function notifyOfUnseenClaim(ctx: Ctx, deal: DealRow, claim: UnseenClaim): Promise<void> {
  const participants = await participantsOf(ctx, deal)
  const person = participants[claim.party]
  const amount = formatPaiseShort(claim.amount_paise)
  const { utr } = claim
  const topic = { key: `claim_unseen:${claim.id}`, kind: 'payment_not_found' }
  const toPayer = messageTo(participants, {
    ...topic,
    text: (locale) => ({
      headline: m.email_claim_unseen({ amount }, { locale }),
      body: [m.email_claim_unseen_bank({ utr }, { locale }), m.email_claim_unseen_late({}, { locale })],
    }),
  })
  const toTeam = messageTo(participants, {
    ...topic,
    text: (locale) => ({
      headline: m.email_claim_unseen_team({ name: person.name, amount, utr }, { locale }),
      body: [],
    }),
  })
  const team = await teamOf(ctx)
  await deliver(ctx, [toPayer(person), ...team.map((mate) => toTeam(mate.person))])
}
