/** The link to be sent: copied as it is, shared and scanned in its short form, which leads to it. */
import { useEffect, useState } from 'react'
import type { Track } from '#core/ids.ts'
import { shareLink, shortLink } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import { siteName } from '#web/lib/site.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { SocialIcon } from '#web/ui/icons.tsx'
import './share.css'

export function SharePanel({ track, formPk }: { track: Track; formPk: string }) {
  const link = shareLink(location.origin, track, formPk)
  const shortened = shortLink(location.origin, formPk)
  const text = m.offer_share_text({ name: siteName(), link: shortened })
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
      <QrCode text={shortened} />
    </div>
  )
}

/** Drawn in the browser by a library that is loaded on demand; white in both color schemes, as cameras need it. */
export function QrCode({ text }: { text: string }) {
  const [image, setImage] = useState('')
  useEffect(() => {
    let isMounted = true
    drawQrCode(text).then(
      (svg) => isMounted && setImage(svg),
      // The link above works without it.
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [text])
  return (
    <figure className="share__qr">
      {image ? <img src={image} alt={m.offer_qr()} width="200" height="200" /> : <div aria-hidden="true" />}
      <figcaption className="muted">{m.offer_qr_hint()}</figcaption>
    </figure>
  )
}

async function drawQrCode(text: string): Promise<string> {
  const { toString: toSvg } = await import('qrcode')
  const svg = await toSvg(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
}
