/** One message to one person, as it is composed and before it is delivered. */
import type { EmailContent } from '#core/email-content.ts'
import type { Locale } from '#core/locale.ts'
import type { Participant } from '#server/services/deal/participants.ts'

export interface MessageContent extends Omit<EmailContent, 'locale' | 'name' | 'publicUrl'> {
  readonly subject: string
}

export interface OutgoingMessage {
  /** Unique together with the person: `deal:<form_pk>:<seq>`. */
  readonly key: string
  readonly kind: string
  readonly person: Participant
  readonly dealId: string | null
  readonly contentIn: (locale: Locale) => MessageContent
  /** An offer, its change or its end before anybody agreed, to the one it is made to. */
  readonly isOffer?: boolean
  /** Tells the reader what they did themselves, which is no news. */
  readonly isOwn?: boolean
  /** Money moved, or is due from the reader: mailed also where it was their own act. */
  readonly isAboutMoney?: boolean
  /** Asks nothing of the reader and ends nothing: not mailed to whoever wants to hear of their turn alone. */
  readonly isNews?: boolean
  /** Product time before which the email waits; null sends it at once. */
  readonly notBefore: number | null
}
