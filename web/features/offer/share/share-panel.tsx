/** The link to be sent: copied as it is, shared and scanned in its short form, which leads to it. */
import { useState } from 'react'
import type { Track } from '#core/ids.ts'
import { shareLink, shortLink } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import { siteName } from '#web/lib/site.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { SocialIcon } from '#web/ui/icons.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import './share.css'

/** Of its own, with the library that draws it: most links go out by a message. */
const QrCode = lazyWithRetry(async () => (await import('./qr-code.tsx')).QrCode, { bars: 1 })

export function SharePanel({ track, formPk }: { track: Track; formPk: string }) {
  const [isQrOpen, setQrOpen] = useState(false)
  const link = shareLink(location.origin, track, formPk)
  const shortened = shortLink(location.origin, formPk)
  const text = m.offer_share_text({ name: siteName(), link: shortened })
  return (
    <div className="share">
      <p className="share__label">{m.offer_link()}</p>
      <p className="share__link">{link}</p>
      <div className="actions">
        <a
          className="button"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <SocialIcon kind="whatsapp" />
          {m.offer_share_whatsapp()}
        </a>
        <CopyButton text={link} what={m.offer_link_what()} />
        <Button aria-expanded={isQrOpen} onClick={() => setQrOpen(!isQrOpen)}>
          {m.links_qr()}
        </Button>
      </div>
      {isQrOpen && <QrCode text={shortened} />}
    </div>
  )
}
