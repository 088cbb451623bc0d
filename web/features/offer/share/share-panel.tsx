/** The link to be sent: copied, shared, or scanned from this screen. */
import type { Track } from '../../../../core/ids.ts'
import { shareLink } from '../../../../core/ids.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { siteName } from '../../../lib/site.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { SocialIcon } from '../../../ui/icons.tsx'
import '../offer.css'
import { Qr } from './qr.tsx'

export function SharePanel({ track, formPk }: { track: Track; formPk: string }) {
  const link = shareLink(location.origin, track, formPk)
  const text = m.offer_share_text({ name: siteName(), link })
  return (
    <div className="share">
      <p className="share__label">{m.offer_link()}</p>
      <p className="share__link">{link}</p>
      <div className="actions">
        <CopyButton text={link} what={m.offer_link_what()} />
        <a
          className="button"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <SocialIcon kind="whatsapp" />
          {m.offer_share_whatsapp()}
        </a>
      </div>
      <Qr text={link} />
    </div>
  )
}
