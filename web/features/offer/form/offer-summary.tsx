/** What was filled in and what happens next: for the third step, the link page and the previews. */
import type { ReactNode } from 'react'
import type { User } from '#core/contract/auth.ts'
import { phoneField } from '#core/fields.ts'
import type { Track } from '#core/ids.ts'
import type { Paise } from '#core/money.ts'
import type { Policy } from '#core/policy.ts'
import { m } from '#messages/compiled/messages.js'
import { Summary, type SummaryRow } from '#web/features/offer/summary-list.tsx'
import { inDays } from '#web/lib/format.ts'
import { MoneyLine } from '#web/ui/money-line.tsx'

/** As the offer will have it, however it was typed. */
export const phoneText = (typed: string): string => phoneField.safeParse(typed).data ?? typed

const STEPS = {
  shopping: [m.offer_next_accept_shopping, m.offer_next_pay_shopping, m.offer_next_release_shopping],
  services: [m.offer_next_accept_services, m.offer_next_pay_services, m.offer_next_release_services],
} as const

interface NextStepsProps {
  readonly track: Track
  /** Below a step's heading it is an h3, below the page's an h2. */
  readonly as?: 'h2' | 'h3'
}
export function NextSteps({ track, as: Heading = 'h3' }: NextStepsProps) {
  return (
    <>
      <Heading className="offer__subhead">{m.offer_next_title()}</Heading>
      <ol className="offer__list">
        {STEPS[track].map((text) => (
          <li key={text()}>{text()}</li>
        ))}
      </ol>
    </>
  )
}

/** How long an offer waits for its answer. */
export const OfferValidity = ({ policy }: { policy: Pick<Policy, 'offerValidityMs'> }) => (
  <p>{m.offer_code_validity({ time: inDays(policy.offerValidityMs) })}</p>
)

interface ConfirmationProps {
  readonly track: Track
  readonly user: User
  readonly otherName: string
  readonly amountPaise: Paise | null
  readonly costTable: ReactNode
  readonly rows: readonly SummaryRow[]
  readonly photos: ReactNode
}

/** The third step: where the money will be, what was filled in, the costs, and what comes next. */
export function Confirmation({
  track,
  user,
  otherName,
  amountPaise,
  costTable,
  rows,
  photos,
}: ConfirmationProps) {
  const isShopping = track === 'shopping'
  return (
    <>
      {amountPaise !== null && (
        <MoneyLine
          payer={
            isShopping
              ? { role: m.money_buyer(), name: user.first_name, isYou: true }
              : { role: m.money_client(), name: otherName }
          }
          payee={
            isShopping
              ? { role: m.money_seller(), name: otherName }
              : { role: m.money_freelancer(), name: user.first_name }
          }
          amountPaise={amountPaise}
          heldPaise={0}
          payeePaise={0}
          payerPaise={0}
        />
      )}
      {photos}
      <Summary rows={rows} />
      {costTable}
      <NextSteps track={track} />
    </>
  )
}
