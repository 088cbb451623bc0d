/** A message to the other side's WhatsApp. */
import { SocialIcon } from './icons.tsx'

interface WhatsAppLinkProps {
  readonly phone: string
  readonly text: string
  readonly label: string
  readonly isNext?: boolean
}

/** From the person's own phone, in their own name: we write to no stranger. */
export const WhatsAppLink = ({ phone, text, label, isNext = true }: WhatsAppLinkProps) => (
  <a
    className={isNext ? 'button button--next' : 'button'}
    href={`https://wa.me/91${phone}?text=${encodeURIComponent(text)}`}
    target="_blank"
    rel="noopener noreferrer"
  >
    <SocialIcon kind="whatsapp" />
    {label}
  </a>
)
